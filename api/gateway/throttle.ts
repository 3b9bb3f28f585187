import { hash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import {
  accountCount,
  guessCounts,
  guessDelayMs,
  type GuessCount,
} from "../../domain/identity/guess-limits.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/http/ip-ranges.ts";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
import { growingCache } from "../../platform/rates/growing-cache.ts";
import type { Counter } from "./rate-limit.ts";
import { tighterOf, usedOf, type Counts, type RateLimits } from "../../platform/rates/rate-windows.ts";

export interface ThrottledAttempt {
  request: Request;
  response: Response;
  /** The account whose secret may be guessed; null if the request names none. */
  account: string | null;
}

/** Throws RATE_LIMITED on guessing. */
export interface Throttle {
  /** Counts an attempt. */
  spend(attempt: ThrottledAttempt): Promise<void>;
  /** Uncounts an attempt that was not a guess. */
  uncount(attempt: ThrottledAttempt): Promise<void>;
  /**
   * Refuses callers that were refused for this account before, while their limit is used up, without
   * counting. Others at the same address, and requests that name no account, may present a valid secret.
   */
  refuse(attempt: ThrottledAttempt): void;
}

interface ThrottleDeps extends Counter {
  clock: Clock;
  /** Addresses from which an account recently signed in. */
  addressesOf: (account: string) => Promise<readonly string[]>;
}

/** Above this many, the guessers seen longest ago are dropped: they must fail once more to be known again. */
const MAX_GUESSERS = 100_000;

const UNLIMITED: RateLimits = { perMinute: Infinity, perHour: Infinity };

/** Tables of counters should not reveal who has an account. */
const hashOf = (account: string): string => hash("sha256", account.trim().toLowerCase(), "base64url");

const overallOf = (account: string): string => accountCount(hashOf(account));

/** For IPv6, one /64 network. */
const networkOfCaller = ({ request }: ThrottledAttempt): string => networkOf(request.ip ?? "");

/** Strict limits where callers may guess. */
export function createThrottle(deps: ThrottleDeps, perMinute: number): Throttle {
  const { clock, count } = deps;
  /** The counts of callers above their limit. */
  const refused = growingCache<Counts>(MAX_GUESSERS);
  const countsOf = (attempt: ThrottledAttempt): GuessCount[] => {
    const accountHash = attempt.account === null ? null : hashOf(attempt.account);
    return guessCounts({ network: networkOfCaller(attempt), accountHash }, perMinute);
  };
  const isOver = (counts: Counts, limits: RateLimits): boolean =>
    tighterOf(counts, limits).reset * 1_000 <= clock.now().getTime();
  const isKnown = async (attempt: ThrottledAttempt): Promise<boolean> => {
    const { account } = attempt;
    const network = networkOfCaller(attempt);
    const addresses = account === null ? [] : await deps.addressesOf(account);
    return addresses.some((address) => networkOf(address) === network);
  };
  const slowDown = async (account: string): Promise<void> => {
    const { minute } = await count(overallOf(account), UNLIMITED);
    const delayMs = guessDelayMs(usedOf(minute), perMinute);
    if (delayMs > 0) await sleep(delayMs);
  };
  return {
    async spend(attempt) {
      for (const { subject, limits, sparesKnown } of countsOf(attempt)) {
        const counts = await count(subject, limits);
        if (counts.counted) refused.delete(subject);
        else if (sparesKnown && (await isKnown(attempt))) continue;
        else refused.set(subject, counts);
        answerLimit(clock, attempt.response, counts, limits);
      }
      if (attempt.account !== null) await slowDown(attempt.account);
    },
    async uncount(attempt) {
      const subjects = countsOf(attempt).map(({ subject }) => subject);
      const overall = attempt.account === null ? [] : [overallOf(attempt.account)];
      await deps.uncount([...subjects, ...overall]);
    },
    refuse(attempt) {
      if (attempt.account === null) return;
      for (const { subject, limits, sparesKnown } of countsOf(attempt)) {
        const counts = refused.get(subject);
        if (counts === undefined || sparesKnown) continue;
        if (isOver(counts, limits)) refused.delete(subject);
        else answerLimit(clock, attempt.response, counts, limits);
      }
    },
  };
}
