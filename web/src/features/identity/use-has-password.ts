import { useProfile } from "./use-profile.ts";

/** False for a user who signs in at an identity provider only. An API that is older than the console does not say so. */
export const useHasPassword = (): boolean =>
  (useProfile() as { has_password?: boolean }).has_password !== false;
