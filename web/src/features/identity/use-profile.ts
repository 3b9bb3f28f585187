import { useQuery } from "@tanstack/react-query";
import { profileQuery, type Profile } from "./session.queries.ts";

const NOBODY = { preferences: { timezone: "UTC" }, permissions: [] as string[] } as unknown as Profile;

/** Who is signed in. Pages behind the sign-in are shown once this is known. */
export const useProfile = (): Profile => useQuery({ ...profileQuery, enabled: false }).data ?? NOBODY;
