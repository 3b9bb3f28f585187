import { DAY_MS, daysAfter } from "../days.rules.ts";

/** When attempts are made, and their timeouts. */
export interface DeliveryTiming {
  /** The delay before each attempt, in seconds. */
  scheduleS: readonly number[];
  /** First attempts run in batches, with a shorter timeout. */
  firstTimeoutMs: number;
  laterTimeoutMs: number;
}

export const DELIVERY_TIMING: DeliveryTiming = {
  scheduleS: [0, 5, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400],
  firstTimeoutMs: 3_000,
  laterTimeoutMs: 15_000,
};
/** A receiver may request a longer delay than the schedule's, up to this. */
const RETRY_AFTER_MAX_MS = DAY_MS;
/** A fifth, up or down, so that simultaneous failures are not retried together. */
const JITTER = 0.2;

/** Consecutive failures that open the breaker of an endpoint. */
export const BREAKER_FAILURES = 5;
const BREAKER_FIRST_MS = 30_000;
const BREAKER_MAX_MS = 10 * 60_000;

/** An endpoint that failed for this long and this often, without a success in between, is turned off. */
export const FAILING_DAYS = 5;
/** More attempts than one delivery has: a single failing event proves nothing. */
const FAILURES_TO_DISABLE = 10;
export const SECRET_OVERLAP_HOURS = 24;
/** Finished deliveries are kept this long; after that it is unknown what was delivered. */
export const DELIVERIES_KEPT_DAYS = 30;
/** Characters of a response that are kept. */
export const ANSWER_KEPT = 500;

export const DELIVERY_STATUSES = [
  "pending",
  "sending",
  "retrying",
  "delivered",
  "dead",
  "cancelled",
] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** Why the service turned a webhook off: its endpoint, or the end of its credential. */
export const DISABLED_REASONS = ["gone", "failing", "credential_ended"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const EVERY_EVENT = "*";

/** The result of an attempt: the status, or why there was none. */
export type AttemptAnswer =
  | { status: number; retryAfter: string | null; text: string | null }
  | { status: null; error: string };

/** The consequence of an attempt. */
export type AttemptOutcome = "delivered" | "gone" | "failed";

export function outcomeOf(answer: AttemptAnswer): AttemptOutcome {
  if (answer.status === null) return "failed";
  if (answer.status >= 200 && answer.status < 300) return "delivered";
  return answer.status === 410 ? "gone" : "failed";
}

/** Retry-After as seconds or as a date; null for anything else. */
function retryAfterMs(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

/**
 * Milliseconds until the next attempt after attempt `number` (from 1) failed; null after the last one.
 * `random` is from 0 to 1. Never sooner than a receiver's Retry-After.
 */
export function waitAfter(
  number: number,
  answer: AttemptAnswer,
  { now, random, scheduleS }: { now: Date; random: number; scheduleS: readonly number[] },
): number | null {
  const seconds = scheduleS[number];
  if (seconds === undefined) return null;
  const planned = seconds * 1_000 * (1 + JITTER * (2 * random - 1));
  const requestedMs = answer.status === null ? null : retryAfterMs(answer.retryAfter, now);
  return Math.round(Math.max(planned, requestedMs ?? 0));
}

/** How long the breaker stays open after this many consecutive failures; null while it is closed. */
export const breakerMs = (failures: number): number | null =>
  failures < BREAKER_FAILURES
    ? null
    : Math.min(BREAKER_FIRST_MS * 2 ** Math.min(failures - BREAKER_FAILURES, 10), BREAKER_MAX_MS);

/** Whether an endpoint has been failing for so long that it is turned off. */
export const hasFailedTooLong = (
  { failures, since }: { failures: number; since: Date },
  now: Date,
): boolean => failures >= FAILURES_TO_DISABLE && daysAfter(since, FAILING_DAYS) <= now;

/** Whether a subscription such as `*`, `evidence.*` or `evidence.uploaded` includes a kind. */
export const takesKind = (events: readonly string[], kind: string): boolean =>
  events.some(
    (wanted) =>
      wanted === EVERY_EVENT ||
      wanted === kind ||
      (wanted.endsWith(".*") && kind.startsWith(wanted.slice(0, -1))),
  );

/**
 * How far back missed events can be distinguished from delivered ones: as long as deliveries are kept, with a
 * day to spare.
 */
export const earliestRecovery = (now: Date): Date => daysAfter(now, 1 - DELIVERIES_KEPT_DAYS);

export const deliveryWorkflowId = (deliveryId: string): string => `webhook-delivery-${deliveryId}`;
export const disabledNoticeWorkflowId = (eventId: string): string => `webhook-disabled-${eventId}`;
/** Makes the workflow of a delivery attempt at once. */
export const REDELIVER = "redeliver";
