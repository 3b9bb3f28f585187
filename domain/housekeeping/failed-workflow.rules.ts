/** How a workflow may have failed. */
export const FAILED_STATUSES = ["failed", "timed_out", "terminated"] as const;
export type FailedStatus = (typeof FAILED_STATUSES)[number];
