import type { Request, RequestHandler } from "express";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/http/ip-ranges.ts";
import { answerLimit, showLimit } from "../../platform/rates/answer-limit.ts";
import type { RateSubject } from "./authenticator.ts";
import { createLocalCounts } from "../../platform/rates/local-counts.ts";
import { narrow, type Counts, type RateLimits } from "../../platform/rates/rate-windows.ts";
import type { SharedCounts } from "./shared-counts.ts";

/** Counts one request of a subject. */
export type CountRequest = (subject: string, limits: RateLimits) => Promise<Counts>;

export interface Counter {
  count: CountRequest;
  /** The counts that this process knows of a subject; counts nothing. */
  peek(subject: string): Counts;
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
    peek: local.peek,
    uncount: async (subjects) => {
      for (const subject of subjects) local.uncount(subject);
      await shared.uncount(subjects);
    },
  };
}

export interface RateLimitOptions {
  limits: RateLimits;
  /** The address is the subject of callers without a credential. */
  subjectOf: (request: Request) => Promise<RateSubject | null>;
  /** Paths that are neither counted nor refused; their headers describe the caller's address. */
  uncounted: ReadonlySet<string>;
  clock: Clock;
}

const addressOf = ({ ip = "" }: Request): string => `address:${networkOf(ip)}`;

/** The gateway's limit: per key, per token subject, or per address. */
export function limitRate(
  { count, peek }: Pick<Counter, "count" | "peek">,
  { limits: gatewayLimits, subjectOf, uncounted, clock }: RateLimitOptions,
): RequestHandler {
  return async (request, response, next) => {
    if (uncounted.has(request.path)) {
      showLimit(clock, response, peek(addressOf(request)), gatewayLimits);
      return next();
    }
    const { name, limits } = (await subjectOf(request)) ?? { name: addressOf(request) };
    const own = narrow(gatewayLimits, limits);
    answerLimit(clock, response, await count(name, own), own);
    next();
  };
}
