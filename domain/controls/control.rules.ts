export const CONTROL_STATUSES = ["not_started", "in_progress", "complete"] as const;
export type ControlStatus = (typeof CONTROL_STATUSES)[number];
