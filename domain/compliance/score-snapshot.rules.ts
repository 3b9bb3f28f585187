import { DAY_MS, dayOf, daysAfter } from "../days.rules.ts";

/** The day whose end is closest: a snapshot in the first hours of a day represents the previous one. */
export const dayRepresented = (takenAt: Date): string => dayOf(daysAfter(takenAt, -0.5));

/** The distance of a snapshot from the end of the day, before or after. */
const distance = (day: string, takenAt: Date): number =>
  Math.abs(takenAt.getTime() - (Date.parse(day) + DAY_MS));

/**
 * Whether a snapshot represents the end of the day better than the stored one: a late run may be closer to
 * midnight or further from it. At equal distance the first one stays, so that repeating a run changes
 * nothing.
 */
export const representsBetter = (day: string, takenAt: Date, kept: Date): boolean =>
  distance(day, takenAt) < distance(day, kept);
