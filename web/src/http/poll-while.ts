import { ApiError } from "./api-error.ts";

interface PolledState<T> {
  data: T | undefined;
  error: Error | null;
}

/** What has been deleted, or may no longer be seen, stays so. */
const isLasting = (error: unknown): boolean => error instanceof ApiError && !error.isPassing;

/** How often to ask again while something is in progress; `isBegun` if it is before the first answer, too. */
export const pollWhile =
  <T>(isInProgress: (data: T) => boolean, ms: number, isBegun = false) =>
  ({ state: { data, error } }: { state: PolledState<T> }): number | false =>
    !isLasting(error) && (data === undefined ? isBegun : isInProgress(data)) ? ms : false;
