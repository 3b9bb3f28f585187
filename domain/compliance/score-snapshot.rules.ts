const DAY_MS = 86_400_000;

/** The day of a moment, in UTC. */
export const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day whose end a snapshot is nearest to: taken in the first hours of a day it tells of the one before. */
export const dayTold = (takenAt: Date): string => dayOf(new Date(takenAt.getTime() - DAY_MS / 2));

/** How far from the end of the day a snapshot was taken, before or after. */
const distance = (day: string, takenAt: Date): number =>
  Math.abs(takenAt.getTime() - (Date.parse(day) + DAY_MS));

/**
 * Whether a snapshot tells better how the day ended than the one that is kept: a run that was late may come before the
 * one at midnight or after it. Of two as near the first stays, so that a run again changes nothing.
 */
export const tellsBetter = (day: string, takenAt: Date, kept: Date): boolean =>
  distance(day, takenAt) < distance(day, kept);
