import { useProfile } from "./use-profile.ts";

/** Whether the user may perform this action on at least some resources. */
export const useMay = (action: string): boolean => useProfile().permissions.includes(action);
