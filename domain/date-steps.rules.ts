import { DAY_MS } from "./days.rules.ts";

export interface DateSchedule {
  /** Reminders in days before the date, earliest first. */
  remindDaysBefore: readonly number[];
  /** Shorter in tests. */
  dayMs: number;
}

export const WEEK_AND_DAY: DateSchedule = { remindDaysBefore: [7, 1], dayMs: DAY_MS };

/** A step up to a date, with its time (epoch milliseconds): a reminder, or null days left for the date itself. */
export type DateStep = { at: number; daysLeft: number } | { at: number; daysLeft: null };

/** The remaining steps up to a date, in order. A missed reminder would give a wrong number of days. */
export const stepsTo = (
  dueAt: number,
  now: number,
  { remindDaysBefore, dayMs }: DateSchedule,
): DateStep[] => [
  ...remindDaysBefore
    .map((daysLeft) => ({ at: dueAt - daysLeft * dayMs, daysLeft }))
    .filter(({ at }) => at > now),
  { at: dueAt, daysLeft: null },
];
