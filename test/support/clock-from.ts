import type { Clock } from "../../platform/clock.ts";

/** A clock that shows this time now, and then runs like any other. */
export function clockFrom(time: Date): Clock {
  const from = performance.now();
  return { now: () => new Date(time.getTime() + performance.now() - from) };
}
