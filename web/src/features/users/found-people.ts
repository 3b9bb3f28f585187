import { keepPreviousData, queryOptions } from "@tanstack/react-query";

/** As many are shown; typing finds others. */
const MAX_SHOWN = 50;

/** Someone to choose. */
interface FoundPerson {
  id: string;
  name: string;
  email: string;
}

export interface WantedPeople {
  limit: number;
  search?: string;
}

/** People by name or address. `kind` tells lists of different people apart. */
export const foundPeople = (
  kind: string,
  search: string,
  find: (wanted: WantedPeople, signal: AbortSignal) => Promise<readonly FoundPerson[]>,
) =>
  queryOptions({
    queryKey: ["users", "found", kind, search],
    queryFn: async ({ signal }) => {
      const found = await find({ limit: MAX_SHOWN, ...(search === "" ? {} : { search }) }, signal);
      return found.map(({ id, name, email }): FoundPerson => ({ id, name, email }));
    },
    placeholderData: keepPreviousData,
  });
