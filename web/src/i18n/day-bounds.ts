import { clockAt } from "./clock-at.ts";
import { momentOfClock } from "./moment-of-clock.ts";

const DAY_MS = 86_400_000;

/** The day, as `YYYY-MM-DD`, that the calendar of a time zone shows at a time. */
export const dayOf = (at: string, timeZone: string): string =>
  new Date(clockAt(Date.parse(at), timeZone)).toISOString().slice(0, 10);

/** The first moment of a day, as ISO 8601. `day` is `YYYY-MM-DD`, `timeZone` an IANA name. */
export const startOfDay = (day: string, timeZone: string): string =>
  new Date(momentOfClock(Date.parse(day), timeZone)).toISOString();

/** Its last millisecond. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(momentOfClock(Date.parse(day) + DAY_MS, timeZone) - 1).toISOString();
