import type { Clock } from "../clock.ts";
import { growingCache } from "./growing-cache.ts";
import {
  HOUR,
  MINUTE,
  NONE,
  slide,
  stepSeconds,
  usedOf,
  type Counts,
  type RateLimits,
  type WindowCounts,
} from "./rate-windows.ts";

export interface LocalCounts {
  /** Counts a request, unless it exceeds a limit. */
  hit(subject: string, limits: RateLimits): Counts;
  /** The counts of a subject that has reached its limits, otherwise null. */
  refusal(subject: string, limits: RateLimits): Counts | null;
  /** The counts of a subject; counts nothing. */
  peek(subject: string): Counts;
  /** Uncounts one request. */
  uncount(subject: string): void;
  /** Replaces its counts with those of all processes together. */
  learn(subject: string, shared: Counts): void;
}

/** Above this many subjects, those seen longest ago are dropped: a gap is better than running out of memory. */
const MAX_SUBJECTS = 100_000;

type Known = Omit<Counts, "counted">;

/**
 * May be below zero in the newest step, if the uncounted request was counted in an older one: the sum is
 * right.
 */
const plus = (more: 1 | -1, { step, counts: [newest, ...older] }: WindowCounts): WindowCounts => ({
  step,
  counts: [newest! + more, ...older],
});

/** Responses arrive in any order: the later one has higher counts. */
const later = (a: WindowCounts, b: WindowCounts): WindowCounts =>
  a.step > b.step || (a.step === b.step && usedOf(a) > usedOf(b)) ? a : b;

const isUsedUp = ({ minute, hour }: Known, { perMinute, perHour }: RateLimits): boolean =>
  usedOf(minute) >= perMinute || usedOf(hour) >= perHour;

/** Counts in the memory of this process. */
export function createLocalCounts(clock: Clock): LocalCounts {
  const known = growingCache<Known>(MAX_SUBJECTS);
  const now = (subject: string): Known => {
    const seconds = clock.now().getTime() / 1_000;
    const { minute, hour } = known.get(subject) ?? { minute: NONE, hour: NONE };
    return {
      minute: slide(minute, Math.floor(seconds / stepSeconds(MINUTE))),
      hour: slide(hour, Math.floor(seconds / stepSeconds(HOUR))),
    };
  };
  const refusal = (subject: string, limits: RateLimits): Counts | null => {
    if (!known.has(subject)) return null;
    const counts = now(subject);
    return isUsedUp(counts, limits) ? { ...counts, counted: false } : null;
  };
  return {
    refusal,
    hit(subject, limits) {
      const refused = refusal(subject, limits);
      if (refused !== null) return refused;
      const { minute, hour } = now(subject);
      const counts = { minute: plus(1, minute), hour: plus(1, hour) };
      known.set(subject, counts);
      return { ...counts, counted: true };
    },
    peek: (subject) => ({ ...now(subject), counted: true }),
    uncount(subject) {
      if (!known.has(subject)) return;
      const { minute, hour } = now(subject);
      known.set(subject, { minute: plus(-1, minute), hour: plus(-1, hour) });
    },
    learn(subject, { minute, hour }) {
      const own = known.get(subject);
      known.set(
        subject,
        own === undefined
          ? { minute, hour }
          : { minute: later(own.minute, minute), hour: later(own.hour, hour) },
      );
    },
  };
}
