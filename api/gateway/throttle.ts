import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/ip-ranges.ts";
import { answerLimit, type CountRequest } from "./rate-limit.ts";
import { tighterOf, type Counts, type RateLimits } from "./rate-windows.ts";

export interface Attempt {
  request: Request;
  response: Response;
  /** Whose secret is at stake; null when the request names nobody. */
  account: string | null;
}

/** Refuses with RATE_LIMITED where somebody guesses. */
export interface Throttle {
  /** Counts a try. */
  spend(attempt: Attempt): Promise<void>;
  /** Refuses who was refused before in the same window, and counts nothing. */
  refuse(attempt: Attempt): void;
}

/** Above this many known guessers all are forgotten: each has to fail once more to be known again. */
const FORGET_ABOVE = 100_000;

/** An office behind one address has several people in it. */
const PEOPLE_PER_ADDRESS = 6;
const MINUTES_WORTH_PER_HOUR = 6;
/** Above as many tries a minute, from wherever, an account's tries are slowed down. */
const SLOW_ABOVE = 3;
const SLOW_STEP_MS = 100;
const SLOW_MAX_MS = 3_000;
const UNLIMITED: RateLimits = { perMinute: Infinity, perHour: Infinity };

/** Tables of counters need not tell who has an account. */
const hashOf = (account: string): string =>
  createHash("sha256").update(account.trim().toLowerCase()).digest("base64url");

/**
 * Tight limits per address (of IPv6, per /64 network), and per account and address together. An account alone is never refused, only slowed: else
 * anybody could lock its owner out from afar. `perMinute` is what one person gets from one address.
 */
export function createThrottle(count: CountRequest, clock: Clock, perMinute: number): Throttle {
  const person = { perMinute, perHour: perMinute * MINUTES_WORTH_PER_HOUR };
  const address = {
    perMinute: person.perMinute * PEOPLE_PER_ADDRESS,
    perHour: person.perHour * PEOPLE_PER_ADDRESS,
  };
  /** What was counted for those who are above their limit. */
  const refused = new Map<string, Counts>();
  const subjectsOf = ({ request, account }: Attempt) => {
    const network = networkOf(request.ip ?? "");
    return [
      { subject: `guess:${network}`, limits: address },
      ...(account === null ? [] : [{ subject: `guess:${network}:${hashOf(account)}`, limits: person }]),
    ];
  };
  const isOver = (counts: Counts, limits: RateLimits): boolean =>
    tighterOf(counts, limits).reset * 1_000 <= clock.now().getTime();
  return {
    async spend(attempt) {
      for (const { subject, limits } of subjectsOf(attempt)) {
        const counts = await count(subject, limits);
        if (refused.size > FORGET_ABOVE) refused.clear();
        if (tighterOf(counts, limits).exceeded) refused.set(subject, counts);
        answerLimit(clock, attempt.response, counts, limits);
      }
      if (attempt.account === null) return;
      const { minuteCount } = await count(`guess:account:${hashOf(attempt.account)}`, UNLIMITED);
      const excess = minuteCount - perMinute * SLOW_ABOVE;
      if (excess > 0) await sleep(Math.min(SLOW_MAX_MS, excess * SLOW_STEP_MS));
    },
    refuse(attempt) {
      for (const { subject, limits } of subjectsOf(attempt)) {
        const counts = refused.get(subject);
        if (counts === undefined) continue;
        if (isOver(counts, limits)) refused.delete(subject);
        else answerLimit(clock, attempt.response, counts, limits);
      }
    },
  };
}
