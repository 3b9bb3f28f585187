export const DAY_MS = 86_400_000;

/** The same time some days later. */
export const daysAfter = (time: Date, days: number): Date => new Date(time.getTime() + days * DAY_MS);

/** The day of a time (UTC), as `YYYY-MM-DD`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10);

/** Whether the calendar has this day (`YYYY-MM-DD`): people also type the 31st of November. */
export function isInCalendar(day: string): boolean {
  const time = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && dayOf(time) === day;
}

/** The days to state in a reminder that was due `planned` days before `end`: fewer if it is late. */
export const daysLeft = (planned: number, end: Date, now: Date): number =>
  Math.max(0, Math.min(planned, Math.ceil((end.getTime() - now.getTime()) / DAY_MS)));
