import type { Response } from "express";
import type { Clock } from "../clock.ts";
import { AppError } from "../errors.ts";
import { rateHeaders, tighterOf, type Counts, type RateLimits, type RateState } from "./rate-windows.ts";

const secondsOf = (clock: Clock): number => clock.now().getTime() / 1_000;

/** Sets the rate limit headers of the response. */
export function showLimit(clock: Clock, response: Response, counts: Counts, limits: RateLimits): RateState {
  const state = tighterOf(counts, limits);
  response.set(rateHeaders(state, limits, secondsOf(clock)));
  return state;
}

/** Sets the rate limit headers of the response, and throws RATE_LIMITED above the limit. */
export function answerLimit(clock: Clock, response: Response, counts: Counts, limits: RateLimits): void {
  const state = showLimit(clock, response, counts, limits);
  if (!state.exceeded) return;
  const now = secondsOf(clock);
  response.set("Retry-After", String(Math.max(1, Math.ceil(state.reset - now))));
  const details = {
    limit: state.limit,
    remaining: 0,
    reset_time: new Date(state.reset * 1_000).toISOString(),
  };
  throw new AppError("RATE_LIMITED", "Too many requests: wait until reset_time", { details });
}
