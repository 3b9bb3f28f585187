import { clockAt } from "./clock-at.ts";

const DAY_MS = 86_400_000;

/** The times, earliest first, at which the clock would show this by its settings before or after. */
function candidates(clock: number, timeZone: string): number[] {
  const settings = [clock - DAY_MS, clock + DAY_MS].map((time) => clockAt(time, timeZone) - time);
  return settings.map((ahead) => clock - ahead).toSorted((a, b) => a - b);
}

/**
 * When the clock of a time zone shows this, as if it were the clock of UTC; both in epoch milliseconds. A clock that
 * is changed shows some times twice, of which the first counts, and skips others.
 */
export function momentOfClock(clock: number, timeZone: string): number {
  const times = candidates(clock, timeZone);
  return times.find((time) => clockAt(time, timeZone) === clock) ?? times.at(-1)!;
}
