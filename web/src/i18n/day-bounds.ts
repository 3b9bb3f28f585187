import { clockAt } from "./clock-at.ts";

const DAY_MS = 86_400_000;

/** The times, earliest first, at which the clock would show midnight by its settings before or after. */
function midnightsOf(midnight: number, timeZone: string): number[] {
  const settings = [midnight - DAY_MS, midnight + DAY_MS].map((time) => clockAt(time, timeZone) - time);
  return settings.map((ahead) => midnight - ahead).toSorted((a, b) => a - b);
}

/** A clock that changes at midnight shows it twice, of which the first counts, or never. */
function firstOf(midnight: number, timeZone: string): number {
  const times = midnightsOf(midnight, timeZone);
  return times.find((time) => clockAt(time, timeZone) === midnight) ?? times.at(-1)!;
}

/** The day, as `YYYY-MM-DD`, that the calendar of a time zone shows at a time. */
export const dayOf = (at: string, timeZone: string): string =>
  new Date(clockAt(Date.parse(at), timeZone)).toISOString().slice(0, 10);

/** The first moment of a day, as ISO 8601. `day` is `YYYY-MM-DD`, `timeZone` an IANA name. */
export const startOfDay = (day: string, timeZone: string): string =>
  new Date(firstOf(Date.parse(day), timeZone)).toISOString();

/** Its last millisecond. */
export const endOfDay = (day: string, timeZone: string): string =>
  new Date(firstOf(Date.parse(day) + DAY_MS, timeZone) - 1).toISOString();
