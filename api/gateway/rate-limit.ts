import type { Request, RequestHandler } from "express";
import type { Clock } from "../../platform/clock.ts";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
import type { RateSubject } from "./authenticator.ts";
import { createLocalCounts } from "../../platform/rates/local-counts.ts";
import { narrow, type Counts, type RateLimits } from "../../platform/rates/rate-windows.ts";
import type { SharedCounts } from "./shared-counts.ts";

/** Counts one request of a subject. */
export type CountRequest = (subject: string, limits: RateLimits) => Promise<Counts>;

export interface Counter {
  count: CountRequest;
  /** Uncounts one request of each subject; does nothing on failure. */
  uncount(subjects: readonly string[]): Promise<void>;
}

/**
 * Counts in the shared database and in this process, whose count decides while the database is unavailable, and
 * afterwards if it is higher: otherwise a busy database would allow more guesses. Subjects that reached a limit are
 * remembered here, without queries, until they have room again.
 */
export function createCounter(shared: Omit<SharedCounts, "stop">, clock: Clock): Counter {
  const local = createLocalCounts(clock);
  return {
    async count(subject, limits) {
      const refused = local.refusal(subject, limits);
      if (refused !== null) return refused;
      const counts = await shared.hit(subject, limits);
      const own = local.hit(subject, limits);
      if (counts === null || !own.counted) return own;
      local.learn(subject, counts);
      return counts;
    },
    uncount: async (subjects) => {
      for (const subject of subjects) local.uncount(subject);
      await shared.uncount(subjects);
    },
  };
}

export interface RateLimitOptions {
  limits: RateLimits;
  subjectOf: (request: Request) => Promise<RateSubject>;
  /** Paths that are neither counted nor refused. */
  uncounted: ReadonlySet<string>;
  clock: Clock;
}

/** The gateway's limit: per key, per token subject, or per address. */
export function limitRate(
  count: CountRequest,
  { limits: gatewayLimits, subjectOf, uncounted, clock }: RateLimitOptions,
): RequestHandler {
  return async (request, response, next) => {
    if (uncounted.has(request.path)) return next();
    const { name, limits } = await subjectOf(request);
    const own = narrow(gatewayLimits, limits);
    answerLimit(clock, response, await count(name, own), own);
    next();
  };
}
