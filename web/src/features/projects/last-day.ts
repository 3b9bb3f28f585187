import { dayOf } from "../../i18n/day-bounds.ts";

/**
 * The last day, as `YYYY-MM-DD`, whose figures a user can choose: today in the user's calendar. Days of the product
 * begin and end in UTC, so east of it the last one is yesterday until today has begun there.
 */
export function lastDay(now: string, timeZone: string): string {
  const [theirs, ours] = [dayOf(now, timeZone), dayOf(now, "UTC")];
  return theirs < ours ? theirs : ours;
}
