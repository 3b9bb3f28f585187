import { useQuery } from "@tanstack/react-query";
import { profileQuery, type Profile } from "./session.queries.ts";

const NO_CALLER = { preferences: { timezone: "UTC" }, permissions: [] as string[] } as unknown as Profile;

/** The signed-in user. Pages that need sign-in are rendered only after this has loaded. */
export const useProfile = (): Profile => useQuery(profileQuery).data ?? NO_CALLER;
