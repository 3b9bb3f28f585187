import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import type { Clock } from "../../platform/clock.ts";
import { networkOf } from "../../platform/ip-ranges.ts";
import { answerLimit } from "../../platform/rates/answer-limit.ts";
import type { Counter } from "./rate-limit.ts";
import { tighterOf, usedOf, type Counts, type RateLimits } from "../../platform/rates/rate-windows.ts";

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
  /** Takes back what `spend` counted: the try was none. */
  giveBack(attempt: Attempt): Promise<void>;
  /**
   * Refuses who was refused before for an account, while there is no room for it, and counts nothing. Others at the
   * address, and whoever names nobody, may show something right.
   */
  refuse(attempt: Attempt): void;
}

export interface ThrottleDeps extends Counter {
  clock: Clock;
  /** Addresses from which an account was signed in to lately. */
  addressesOf: (account: string) => Promise<readonly string[]>;
}

/** Above this many known guessers all are forgotten: each has to fail once more to be known again. */
const FORGET_ABOVE = 100_000;

/** Behind one address there may be a company or a proxy that nobody told us of. */
const PEOPLE_PER_ADDRESS = 30;
const MINUTES_WORTH_PER_HOUR = 6;
/** Above as many tries a minute, from wherever, an account's tries are slowed down. */
const SLOW_ABOVE = 3;
const SLOW_STEP_MS = 100;
const SLOW_MAX_MS = 3_000;
const UNLIMITED: RateLimits = { perMinute: Infinity, perHour: Infinity };

/** Tables of counters need not tell who has an account. */
const hashOf = (account: string): string =>
  createHash("sha256").update(account.trim().toLowerCase()).digest("base64url");

interface Subject {
  subject: string;
  limits: RateLimits;
  /** Whether those pass it who signed in from there before. */
  sparesKnown: boolean;
}

const overallOf = (account: string): string => `guess:account:${hashOf(account)}`;

/**
 * What one person may try (`perMinute`) for an account from one address (of IPv6, from one /64 network), and what all may
 * try from an address together. What one address fails at does not shut the others behind it out: they have a limit
 * much tighter than that of the address, and an account that was signed in to from there lately passes the latter. An
 * account alone is never refused, only slowed: else anybody could lock its owner out from afar. Who names no account
 * shows something long and random, and is counted apart.
 */
function subjectsOf({ request, account }: Attempt, perMinute: number): Subject[] {
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

/** Tight limits where callers guess. */
export function createThrottle(deps: ThrottleDeps, perMinute: number): Throttle {
  const { clock, count } = deps;
  /** What was counted for those who are above their limit. */
  const refused = new Map<string, Counts>();
  const isOver = (counts: Counts, limits: RateLimits): boolean =>
    tighterOf(counts, limits).reset * 1_000 <= clock.now().getTime();
  const isKnown = async ({ request, account }: Attempt): Promise<boolean> => {
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
        if (refused.size > FORGET_ABOVE) refused.clear();
        if (counts.counted) refused.delete(subject);
        else if (sparesKnown && (await isKnown(attempt))) continue;
        else refused.set(subject, counts);
        answerLimit(clock, attempt.response, counts, limits);
      }
      if (attempt.account !== null) await slowDown(attempt.account);
    },
    async giveBack(attempt) {
      const subjects = subjectsOf(attempt, perMinute).map(({ subject }) => subject);
      const overall = attempt.account === null ? [] : [overallOf(attempt.account)];
      await deps.giveBack([...subjects, ...overall]);
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
