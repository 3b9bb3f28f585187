/** Requests allowed in each of the two fixed windows. */
export interface RateLimits {
  perMinute: number;
  perHour: number;
}

export const MINUTE_SECONDS = 60;
export const HOUR_SECONDS = 3_600;

/** What was counted for a subject. Windows are numbered from the epoch. */
export interface Counts {
  minute: number;
  minuteCount: number;
  hour: number;
  hourCount: number;
}

/** One window as headers and refusals report it. */
export interface RateState {
  window: "minute" | "hour";
  limit: number;
  remaining: number;
  /** Epoch seconds at which the window starts anew. */
  reset: number;
  exceeded: boolean;
}

function stateOf(
  window: RateState["window"],
  { limit, count, index }: { limit: number; count: number; index: number },
): RateState {
  const seconds = window === "minute" ? MINUTE_SECONDS : HOUR_SECONDS;
  return {
    window,
    limit,
    remaining: Math.max(0, limit - count),
    reset: (index + 1) * seconds,
    exceeded: count > limit,
  };
}

/** The tighter window: the one that refuses, for the longest time when both do; else the one with the least left. */
export function tighterOf(counts: Counts, limits: RateLimits): RateState {
  const minute = stateOf("minute", {
    limit: limits.perMinute,
    count: counts.minuteCount,
    index: counts.minute,
  });
  const hour = stateOf("hour", { limit: limits.perHour, count: counts.hourCount, index: counts.hour });
  if (hour.exceeded) return hour;
  if (minute.exceeded) return minute;
  return hour.remaining < minute.remaining ? hour : minute;
}

/** The limits of a credential that carries its own; they never widen the gateway's. */
export const narrow = (
  limits: RateLimits,
  own: { perMinute?: number | undefined; perHour?: number | undefined } | undefined,
): RateLimits => ({
  perMinute: Math.min(limits.perMinute, own?.perMinute ?? Infinity),
  perHour: Math.min(limits.perHour, own?.perHour ?? Infinity),
});

/** `X-RateLimit-*` (contract 8), and `RateLimit` and `RateLimit-Policy` as the IETF draft names them. */
export const rateHeaders = (
  state: RateState,
  limits: RateLimits,
  nowSeconds: number,
): Record<string, string> => ({
  "X-RateLimit-Limit": String(state.limit),
  "X-RateLimit-Remaining": String(state.remaining),
  "X-RateLimit-Reset": String(state.reset),
  "RateLimit-Policy": `"minute";q=${limits.perMinute};w=${MINUTE_SECONDS}, "hour";q=${limits.perHour};w=${HOUR_SECONDS}`,
  RateLimit: `"${state.window}";r=${state.remaining};t=${Math.max(0, state.reset - Math.floor(nowSeconds))}`,
});
