import type { Clock } from "../clock.ts";
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
  /** Counts one request, unless that is one too many. */
  hit(subject: string, limits: RateLimits): Counts;
  /** What is known of a subject that has used up its limits; null while it has not. */
  refusal(subject: string, limits: RateLimits): Counts | null;
  /** Takes one counted request back. */
  giveBack(subject: string): void;
  /** Learns what all processes together counted. */
  learn(subject: string, shared: Counts): void;
}

/** Above this many subjects everything is forgotten: better a gap in the count than a full memory. */
const FORGET_ABOVE = 100_000;

type Known = Omit<Counts, "counted">;

/** Below zero in the newest step where what is taken back was counted in an older one: the sum is right. */
const plus = (more: 1 | -1, { step, counts: [newest, ...older] }: WindowCounts): WindowCounts => ({
  step,
  counts: [newest! + more, ...older],
});

/** Answers come in any order: the later one holds more. */
const later = (a: WindowCounts, b: WindowCounts): WindowCounts =>
  a.step > b.step || (a.step === b.step && usedOf(a) > usedOf(b)) ? a : b;

const isUsedUp = ({ minute, hour }: Known, { perMinute, perHour }: RateLimits): boolean =>
  usedOf(minute) >= perMinute || usedOf(hour) >= perHour;

/** Counts in this process's memory. */
export function createLocalCounts(clock: Clock): LocalCounts {
  const known = new Map<string, Known>();
  const remember = (subject: string, counts: Known): void => {
    if (known.size > FORGET_ABOVE) known.clear();
    known.set(subject, counts);
  };
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
      remember(subject, counts);
      return { ...counts, counted: true };
    },
    giveBack(subject) {
      if (!known.has(subject)) return;
      const { minute, hour } = now(subject);
      known.set(subject, { minute: plus(-1, minute), hour: plus(-1, hour) });
    },
    learn(subject, { minute, hour }) {
      const own = known.get(subject);
      remember(
        subject,
        own === undefined
          ? { minute, hour }
          : { minute: later(own.minute, minute), hour: later(own.hour, hour) },
      );
    },
  };
}
