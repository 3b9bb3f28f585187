export const PROJECT_STATUSES = ["active", "on_hold", "in_audit", "completed", "archived"] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const MILESTONE_STATUSES = ["planned", "in_progress", "achieved", "missed"] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];
