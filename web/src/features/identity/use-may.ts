import { useProfile } from "./use-profile.ts";

/** Whether the person may do this at all, on some row at least. */
export const useMay = (action: string): boolean => useProfile().permissions.includes(action);
