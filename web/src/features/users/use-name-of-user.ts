import { useQuery } from "@tanstack/react-query";
import { userQuery } from "./user.queries.ts";

/** The name of a user, once it is known. */
export function useNameOfUser(id: string | null): string | undefined {
  return useQuery({ ...userQuery(id ?? ""), enabled: id !== null }).data?.name;
}
