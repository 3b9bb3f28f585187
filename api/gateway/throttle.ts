import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { Request, Response } from "express";
import type { Clock } from "../../platform/clock.ts";
import { spend, type CountRequest } from "./rate-limit.ts";
import type { RateLimits } from "./rate-windows.ts";

/** Refuses with RATE_LIMITED where somebody guesses. `account` is whose secret is at stake; null when the request names nobody. */
export type Throttle = (request: Request, response: Response, account: string | null) => Promise<void>;

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
 * Tight limits per address, and per account and address together. An account alone is never refused, only slowed: else
 * anybody could lock its owner out from afar. `perMinute` is what one person gets from one address.
 */
export function createThrottle(count: CountRequest, clock: Clock, perMinute: number): Throttle {
  const person = { perMinute, perHour: perMinute * MINUTES_WORTH_PER_HOUR };
  const address = {
    perMinute: person.perMinute * PEOPLE_PER_ADDRESS,
    perHour: person.perHour * PEOPLE_PER_ADDRESS,
  };
  return async (request, response, account) => {
    await spend(count, clock, response, { subject: `guess:${request.ip}`, limits: address });
    if (account === null) return;
    const whose = hashOf(account);
    await spend(count, clock, response, { subject: `guess:${request.ip}:${whose}`, limits: person });
    const { minuteCount } = await count(`guess:account:${whose}`, UNLIMITED);
    const excess = minuteCount - perMinute * SLOW_ABOVE;
    if (excess > 0) await sleep(Math.min(SLOW_MAX_MS, excess * SLOW_STEP_MS));
  };
}
