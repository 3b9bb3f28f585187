import type { Clock } from "../../platform/clock.ts";
import { HOUR_SECONDS, MINUTE_SECONDS, type Counts } from "./rate-windows.ts";

export interface LocalCounts {
  /** Counts one request. */
  hit(subject: string): Counts;
  /** Learns what all processes together counted. */
  learn(subject: string, shared: Counts): void;
}

/** Above this many subjects everything is forgotten: better a gap in the count than a full memory. */
const FORGET_ABOVE = 100_000;

/** Counts in this process's memory. */
export function createLocalCounts(clock: Clock): LocalCounts {
  const known = new Map<string, Counts>();
  return {
    hit(subject) {
      const seconds = clock.now().getTime() / 1_000;
      const [minute, hour] = [Math.floor(seconds / MINUTE_SECONDS), Math.floor(seconds / HOUR_SECONDS)];
      if (known.size > FORGET_ABOVE) known.clear();
      const before = known.get(subject);
      const counts = {
        minute,
        minuteCount: before?.minute === minute ? before.minuteCount + 1 : 1,
        hour,
        hourCount: before?.hour === hour ? before.hourCount + 1 : 1,
      };
      known.set(subject, counts);
      return counts;
    },
    learn(subject, shared) {
      const own = known.get(subject);
      if (own === undefined) return;
      if (own.minute === shared.minute) own.minuteCount = Math.max(own.minuteCount, shared.minuteCount);
      if (own.hour === shared.hour) own.hourCount = Math.max(own.hourCount, shared.hourCount);
    },
  };
}
