import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import { LRUCache } from "lru-cache";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/http/ip-ranges.ts";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
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

export interface ThrottleDeps extends Counter {
  clock: Clock;
  /** Addresses from which an account recently signed in. */
  addressesOf: (account: string) => Promise<readonly string[]>;
}

/** Above this many, the guessers seen longest ago are dropped: they must fail once more to be known again. */
const MOST_GUESSERS = 100_000;

/** An address may belong to a company, or to a proxy that is not configured. */
const PEOPLE_PER_ADDRESS = 30;
const MINUTES_WORTH_PER_HOUR = 6;
/** Above this many attempts a minute, from anywhere, an account's attempts are slowed down. */
const SLOW_ABOVE = 3;
const SLOW_STEP_MS = 100;
const SLOW_MAX_MS = 3_000;
const UNLIMITED: RateLimits = { perMinute: Infinity, perHour: Infinity };

/** Tables of counters should not reveal who has an account. */
const hashOf = (account: string): string =>
  createHash("sha256").update(account.trim().toLowerCase()).digest("base64url");

interface Subject {
  subject: string;
  limits: RateLimits;
  /** Whether callers who signed in from there before are exempt. */
  sparesKnown: boolean;
}

const overallOf = (account: string): string => `guess:account:${hashOf(account)}`;

/**
 * The limits for one account from one address (for IPv6, one /64 network) with `perMinute` attempts, and for
 * all accounts from one address. Failures from one address do not lock out others behind it: their own limit
 * is much stricter than the address's, and accounts that recently signed in from there are exempt from the
 * latter. An account alone is never refused, only slowed down; otherwise anyone could lock out its owner.
 * Requests without an account present something long and random, and are counted separately.
 */
function subjectsOf({ request, account }: ThrottledAttempt, perMinute: number): Subject[] {
  const network = networkOf(request.ip ?? "");
  const limitsFor = (people: number): RateLimits => ({
    perMinute: perMinute * people,
    perHour: perMinute * people * MINUTES_WORTH_PER_HOUR,
  });
  const all = limitsFor(PEOPLE_PER_ADDRESS);
  if (account === null) return [{ subject: `guess:code:${network}`, limits: all, sparesKnown: false }];
  return [
    { subject: `guess:${network}:${hashOf(account)}`, limits: limitsFor(1), sparesKnown: false },
    { subject: `guess:${network}`, limits: all, sparesKnown: true },
  ];
}

/** Strict limits where callers may guess. */
export function createThrottle(deps: ThrottleDeps, perMinute: number): Throttle {
  const { clock, count } = deps;
  /** The counts of callers above their limit. */
  const refused = new LRUCache<string, Counts>({ max: MOST_GUESSERS });
  const isOver = (counts: Counts, limits: RateLimits): boolean =>
    tighterOf(counts, limits).reset * 1_000 <= clock.now().getTime();
  const isKnown = async ({ request, account }: ThrottledAttempt): Promise<boolean> => {
    const network = networkOf(request.ip ?? "");
    const addresses = account === null ? [] : await deps.addressesOf(account);
    return addresses.some((address) => networkOf(address) === network);
  };
  const slowDown = async (account: string): Promise<void> => {
    const { minute } = await count(overallOf(account), UNLIMITED);
    const excess = usedOf(minute) - perMinute * SLOW_ABOVE;
    if (excess > 0) await sleep(Math.min(SLOW_MAX_MS, excess * SLOW_STEP_MS));
  };
  return {
    async spend(attempt) {
      for (const { subject, limits, sparesKnown } of subjectsOf(attempt, perMinute)) {
        const counts = await count(subject, limits);
        if (counts.counted) refused.delete(subject);
        else if (sparesKnown && (await isKnown(attempt))) continue;
        else refused.set(subject, counts);
        answerLimit(clock, attempt.response, counts, limits);
      }
      if (attempt.account !== null) await slowDown(attempt.account);
    },
    async uncount(attempt) {
      const subjects = subjectsOf(attempt, perMinute).map(({ subject }) => subject);
      const overall = attempt.account === null ? [] : [overallOf(attempt.account)];
      await deps.uncount([...subjects, ...overall]);
    },
    refuse(attempt) {
      if (attempt.account === null) return;
      for (const { subject, limits, sparesKnown } of subjectsOf(attempt, perMinute)) {
        const counts = refused.get(subject);
        if (counts === undefined || sparesKnown) continue;
        if (isOver(counts, limits)) refused.delete(subject);
        else answerLimit(clock, attempt.response, counts, limits);
      }
    },
  };
}
