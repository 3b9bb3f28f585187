/** When tries are made, and how long each may take. */
export interface DeliveryTiming {
  /** Waits before each try, in seconds. */
  scheduleS: readonly number[];
  /** A first try travels with others, and has less time. */
  firstTimeoutMs: number;
  laterTimeoutMs: number;
}

export const DELIVERY_TIMING: DeliveryTiming = {
  scheduleS: [0, 5, 60, 300, 1_800, 7_200, 21_600, 43_200, 86_400],
  firstTimeoutMs: 3_000,
  laterTimeoutMs: 15_000,
};
/** A receiver may ask for more time than the schedule gives, but not for ever. */
const RETRY_AFTER_MAX_MS = 24 * 3_600_000;
/** A fifth, up or down: what failed together does not come back together. */
const JITTER = 0.2;

/** Failures in a row after which an endpoint is left in peace for a while. */
export const BREAKER_FAILURES = 5;
const BREAKER_FIRST_MS = 30_000;
const BREAKER_MAX_MS = 10 * 60_000;

/** An endpoint that failed for as long and as often, with no success in between, is turned off. */
export const FAILING_DAYS = 5;
/** More than one delivery has tries: an event now and then that fails is no proof. */
const FAILURES_TO_DISABLE = 10;
export const SECRET_OVERLAP_HOURS = 24;
/** Deliveries that ended are kept this long; afterwards nobody can tell what was delivered. */
export const DELIVERIES_KEPT_DAYS = 30;
/** Of an answer, what is kept to be looked at. */
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

/** Why the service turned a webhook off: its endpoint, or the end of what it was made with. */
export const DISABLED_REASONS = ["gone", "failing", "credential_ended"] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

export const EVERY_EVENT = "*";

/** What an attempt came to: the status, or why there was none. */
export type AttemptAnswer =
  | { status: number; retryAfter: string | null; text: string | null }
  | { status: null; error: string };

/** What follows from an attempt. */
export type AttemptOutcome = "delivered" | "gone" | "failed";

export function outcomeOf(answer: AttemptAnswer): AttemptOutcome {
  if (answer.status === null) return "failed";
  if (answer.status >= 200 && answer.status < 300) return "delivered";
  return answer.status === 410 ? "gone" : "failed";
}

/** Retry-After as seconds or as a date; null where it is neither. */
function retryAfterMs(text: string | null, now: Date): number | null {
  if (text === null) return null;
  const ms = /^\d+$/.test(text.trim()) ? Number(text) * 1_000 : Date.parse(text) - now.getTime();
  return Number.isNaN(ms) ? null : Math.min(Math.max(ms, 0), RETRY_AFTER_MAX_MS);
}

/**
 * Milliseconds to wait after attempt `number` (from 1) failed; null when it was the last one. `random` is from 0 to 1.
 * A receiver that says Retry-After is not asked sooner.
 */
export function waitAfter(
  number: number,
  answer: AttemptAnswer,
  { now, random, scheduleS }: { now: Date; random: number; scheduleS: readonly number[] },
): number | null {
  const seconds = scheduleS[number];
  if (seconds === undefined) return null;
  const planned = seconds * 1_000 * (1 + JITTER * (2 * random - 1));
  const asked = answer.status === null ? null : retryAfterMs(answer.retryAfter, now);
  return Math.round(Math.max(planned, asked ?? 0));
}

/** How long an endpoint is left in peace after so many failures in a row; null while it is not. */
export const breakerMs = (failures: number): number | null =>
  failures < BREAKER_FAILURES
    ? null
    : Math.min(BREAKER_FIRST_MS * 2 ** Math.min(failures - BREAKER_FAILURES, 10), BREAKER_MAX_MS);

/** Whether an endpoint has failed for so long that it is turned off. */
export const hasFailedTooLong = (
  { failures, since }: { failures: number; since: Date },
  now: Date,
): boolean => failures >= FAILURES_TO_DISABLE && now.getTime() - since.getTime() >= FAILING_DAYS * 86_400_000;

/** Whether a subscription such as `*`, `evidence.*` or `evidence.uploaded` takes a kind. */
export const takesKind = (events: readonly string[], kind: string): boolean =>
  events.some(
    (wanted) =>
      wanted === EVERY_EVENT ||
      wanted === kind ||
      (wanted.endsWith(".*") && kind.startsWith(wanted.slice(0, -1))),
  );

/** How far back missed events can be told from delivered ones: as long as deliveries are kept, with a day to spare. */
export const earliestRecovery = (now: Date): Date =>
  new Date(now.getTime() - (DELIVERIES_KEPT_DAYS - 1) * 86_400_000);

export const deliveryWorkflowId = (deliveryId: string): string => `webhook-delivery-${deliveryId}`;
export const disabledNoticeWorkflowId = (eventId: string): string => `webhook-disabled-${eventId}`;
/** Makes the workflow of a delivery try at once. */
export const REDELIVER = "redeliver";
