export const MILESTONE_STATUSES = ["planned", "in_progress", "achieved", "missed"] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** Still to be achieved on time. */
export const AHEAD_STATUSES = ["planned", "in_progress"] as const satisfies readonly MilestoneStatus[];

/** The statuses that users can set; only time sets `missed`. */
export const SETTABLE_STATUSES = ["planned", "in_progress", "achieved"] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

const NEXT_STATUSES: Readonly<Record<MilestoneStatus, readonly SettableStatus[]>> = {
  planned: ["in_progress", "achieved"],
  in_progress: ["planned", "achieved"],
  // It can be achieved late; the history keeps that it was missed.
  missed: ["achieved"],
  achieved: [],
};

/** The possible transitions from a status; achieved is final. */
export const nextMilestoneStatuses = (from: MilestoneStatus): readonly SettableStatus[] =>
  NEXT_STATUSES[from];

export const watchWorkflowId = (milestoneId: string): string => `milestone-${milestoneId}`;

/** Signals the workflow that its milestone changed. */
export const MILESTONE_CHANGED = "changed";

interface ReferencedMilestone {
  id: string;
  name: string;
  dueDate: Date;
  status: MilestoneStatus;
  project: { id: string };
}

/** The milestone in events. */
export const milestoneReference = ({ id, name, dueDate, status, project }: ReferencedMilestone) => ({
  id,
  name,
  due_date: dueDate.toISOString(),
  status,
  project_id: project.id,
});
