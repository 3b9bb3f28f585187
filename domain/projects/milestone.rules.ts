export const MILESTONE_STATUSES = ["planned", "in_progress", "achieved", "missed"] as const;
export type MilestoneStatus = (typeof MILESTONE_STATUSES)[number];

/** What people can say; `missed` is said by time alone. */
export const SETTABLE_STATUSES = ["planned", "in_progress", "achieved"] as const;
export type SettableStatus = (typeof SETTABLE_STATUSES)[number];

const NEXT_STATUSES: Readonly<Record<MilestoneStatus, readonly SettableStatus[]>> = {
  planned: ["in_progress", "achieved"],
  in_progress: ["planned", "achieved"],
  // Late is better than never; that it was missed stays in the history.
  missed: ["achieved"],
  achieved: [],
};

/** Where people can move a milestone from a status; achieved is final. */
export const nextMilestoneStatuses = (from: MilestoneStatus): readonly SettableStatus[] =>
  NEXT_STATUSES[from];

export const watchWorkflowId = (milestoneId: string): string => `milestone-${milestoneId}`;

/** Tells a watch that something about its milestone changed. */
export const MILESTONE_CHANGED = "changed";

export interface MilestoneSchedule {
  /** Reminders, in days before the date, the earliest first. */
  remindDaysBefore: readonly number[];
  /** Shorter in tests. */
  dayMs: number;
}

export const WEEK_AND_DAY: MilestoneSchedule = { remindDaysBefore: [7, 1], dayMs: 24 * 3_600 * 1_000 };

/** What happens to an open milestone, and when (epoch milliseconds). */
export type MilestoneStep = { at: number; daysLeft: number } | { at: number; daysLeft: null };

/** All that is still to come up to a date, in order. A reminder whose time is over would tell a wrong number of days. */
export const stepsTo = (
  dueAt: number,
  now: number,
  { remindDaysBefore, dayMs }: MilestoneSchedule,
): MilestoneStep[] => [
  ...remindDaysBefore
    .map((daysLeft) => ({ at: dueAt - daysLeft * dayMs, daysLeft }))
    .filter(({ at }) => at > now),
  { at: dueAt, daysLeft: null },
];
