/** Requests allowed within any minute and any hour. */
export interface RateLimits {
  perMinute: number;
  perHour: number;
}

/**
 * Windows slide in this many steps. A count leaves the window one step after it has reached the window's age,
 * so no period of the window's length ever exceeds the limit.
 */
export const STEPS = 12;

interface Length {
  name: "minute" | "hour";
  seconds: number;
}
export const MINUTE: Length = { name: "minute", seconds: 60 };
export const HOUR: Length = { name: "hour", seconds: 3_600 };

/** The counts within one window. */
export interface WindowCounts {
  /** The number of the newest step since the epoch. */
  step: number;
  /** One count per step, the newest first; the oldest is only partly within the window. */
  counts: readonly number[];
}

/** The counts of a subject. */
export interface Counts {
  minute: WindowCounts;
  hour: WindowCounts;
  /** Whether the current request is included: a request above a limit is refused and not counted. */
  counted: boolean;
}

/** One window, as reported in headers and refusals. */
export interface RateState {
  window: "minute" | "hour";
  limit: number;
  remaining: number;
  /**
   * Epoch seconds. For a refusal, when the next request is allowed; otherwise, when all counts have expired.
   */
  reset: number;
  exceeded: boolean;
}

export const stepSeconds = ({ seconds }: Length): number => seconds / STEPS;

export const NONE: WindowCounts = { step: 0, counts: Array<number>(STEPS + 1).fill(0) };

/**
 * The window at a later step. A window that is ahead, by another clock, stays unchanged; one that is further ahead than
 * its length starts over, because a clock was wrong and its counts would not leave until then.
 */
export function slide(window: WindowCounts, step: number): WindowCounts {
  const isFarAhead = window.step - step > STEPS;
  const passed = isFarAhead ? STEPS + 1 : Math.min(step - window.step, STEPS + 1);
  if (passed <= 0) return window;
  const counts = [...Array<number>(passed).fill(0), ...window.counts.slice(0, STEPS + 1 - passed)];
  return { step, counts };
}

export const usedOf = ({ counts }: WindowCounts): number => counts.reduce((sum, count) => sum + count, 0);

/** When a step leaves the window. */
const leavesAt = (step: number, length: Length): number => (step + STEPS + 1) * stepSeconds(length);

/** When the window allows one more request. */
function capacityAt(window: WindowCounts, length: Length, limit: number): number {
  const { step, counts } = window;
  let left = usedOf(window);
  for (let age = STEPS; age > 0; age--) {
    left -= counts[age]!;
    if (left < limit) return leavesAt(step - age, length);
  }
  return leavesAt(step, length);
}

function stateOf(length: Length, window: WindowCounts, limit: number, counted: boolean): RateState {
  const used = usedOf(window);
  const exceeded = !counted && used >= limit;
  return {
    window: length.name,
    limit,
    remaining: Math.max(0, limit - used),
    reset: exceeded ? capacityAt(window, length, limit) : leavesAt(window.step, length),
    exceeded,
  };
}

/** The stricter window: the one that refuses, for longer if both do; otherwise the one with less left. */
export function tighterOf({ minute, hour, counted }: Counts, limits: RateLimits): RateState {
  const ofMinute = stateOf(MINUTE, minute, limits.perMinute, counted);
  const ofHour = stateOf(HOUR, hour, limits.perHour, counted);
  if (ofMinute.exceeded && ofHour.exceeded) return ofHour.reset < ofMinute.reset ? ofMinute : ofHour;
  if (ofMinute.exceeded || ofHour.exceeded) return ofHour.exceeded ? ofHour : ofMinute;
  return ofHour.remaining < ofMinute.remaining ? ofHour : ofMinute;
}

/** The limits of a credential that has its own; they never exceed the gateway's. */
export const narrow = (
  limits: RateLimits,
  own: { perMinute?: number | undefined; perHour?: number | undefined } | undefined,
): RateLimits => ({
  perMinute: Math.min(limits.perMinute, own?.perMinute ?? Infinity),
  perHour: Math.min(limits.perHour, own?.perHour ?? Infinity),
});

/** `X-RateLimit-*`, and `RateLimit` and `RateLimit-Policy` of the IETF draft. */
export const rateHeaders = (
  state: RateState,
  limits: RateLimits,
  nowSeconds: number,
): Record<string, string> => ({
  "X-RateLimit-Limit": String(state.limit),
  "X-RateLimit-Remaining": String(state.remaining),
  "X-RateLimit-Reset": String(state.reset),
  "RateLimit-Policy": `"minute";q=${limits.perMinute};w=${MINUTE.seconds}, "hour";q=${limits.perHour};w=${HOUR.seconds}`,
  RateLimit: `"${state.window}";r=${state.remaining};t=${Math.max(0, state.reset - Math.floor(nowSeconds))}`,
});
