import type { Request, RequestHandler, Response } from "express";
import type { Clock } from "../../platform/clock.ts";
import { AppError } from "../../platform/errors.ts";
import type { RateSubject } from "./authenticator.ts";
import { createLocalCounts } from "./local-counts.ts";
import { narrow, rateHeaders, tighterOf, type Counts, type RateLimits } from "./rate-windows.ts";
import type { SharedCounts } from "./shared-counts.ts";

/** Counts one request of a subject. */
export type CountRequest = (subject: string, limits: RateLimits) => Promise<Counts>;

export interface Counter {
  count: CountRequest;
  /** Takes one counted request of each subject back; not at all where that fails. */
  giveBack(subjects: readonly string[]): Promise<void>;
}

/**
 * Counts in the database that all processes share, and in this process, whose count decides while the database is
 * away. Whoever used up a limit is known here, and nobody is asked about them until it has room again.
 */
export function createCounter(shared: Omit<SharedCounts, "stop">, clock: Clock): Counter {
  const local = createLocalCounts(clock);
  return {
    async count(subject, limits) {
      const refused = local.refusal(subject, limits);
      if (refused !== null) return refused;
      const counts = await shared.hit(subject, limits);
      if (counts === null) return local.hit(subject, limits);
      local.learn(subject, counts);
      return counts;
    },
    giveBack: async (subjects) => {
      for (const subject of subjects) local.giveBack(subject);
      await shared.giveBack(subjects);
    },
  };
}

/** Says in the response's headers what was counted, and throws RATE_LIMITED above the limit. */
export function answerLimit(clock: Clock, response: Response, counts: Counts, limits: RateLimits): void {
  const state = tighterOf(counts, limits);
  const now = clock.now().getTime() / 1_000;
  response.set(rateHeaders(state, limits, now));
  if (!state.exceeded) return;
  response.set("Retry-After", String(Math.max(1, Math.ceil(state.reset - now))));
  const details = {
    limit: state.limit,
    remaining: 0,
    reset_time: new Date(state.reset * 1_000).toISOString(),
  };
  throw new AppError("RATE_LIMITED", "Too many requests: wait until reset_time", { details });
}

/** The gateway's limit: per key, per token subject, or per address. */
export function limitRate(
  count: CountRequest,
  gatewayLimits: RateLimits,
  subjectOf: (request: Request) => Promise<RateSubject>,
  clock: Clock,
): RequestHandler {
  return async (request, response, next) => {
    const { name, limits } = await subjectOf(request);
    const own = narrow(gatewayLimits, limits);
    answerLimit(clock, response, await count(name, own), own);
    next();
  };
}
