import { storableText } from "../storable-text.rules.ts";
import type { AttemptRecord } from "./delivery-states.ts";
import { outcomeOf, waitAfter, type AttemptAnswer, type AttemptOutcome } from "./webhook.rules.ts";

/** The consequence of one attempt, with the row that records it. */
export interface AttemptResult {
  record: AttemptRecord;
  outcome: AttemptOutcome;
  /** Until the next attempt; null if there is none. */
  waitMs: number | null;
}

/** The delivery, the webhook, and the number of the attempt, from 1. */
type Attempt = Pick<AttemptRecord, "deliveryId" | "webhookId" | "number">;

/** When an attempt was made, and when another one may follow; `random` is from 0 to 1. */
interface Timing {
  at: Date;
  latencyMs: number;
  random: number;
  scheduleS: readonly number[];
}

/** What an answer means for its delivery. */
export function resultOfAttempt(attempt: Attempt, answer: AttemptAnswer, timing: Timing): AttemptResult {
  const { at, latencyMs, random, scheduleS } = timing;
  const outcome = outcomeOf(answer);
  const now = new Date(at.getTime() + latencyMs);
  const waitMs = outcome === "failed" ? waitAfter(attempt.number, answer, { now, random, scheduleS }) : null;
  const record = {
    ...attempt,
    at,
    latencyMs,
    statusCode: answer.status,
    error: answer.status === null ? answer.error : null,
    answer: answer.status === null || answer.text === null ? null : storableText(answer.text),
    status: outcome === "delivered" ? "delivered" : waitMs === null ? "dead" : "retrying",
    nextAttemptAt: waitMs === null ? null : new Date(now.getTime() + waitMs),
  } as const;
  return { record, outcome, waitMs };
}

/** The same for a delivery whose workflow could not be started: it waits in the table for its next attempt. */
export const withoutWorkflow = (record: AttemptRecord): AttemptRecord =>
  record.nextAttemptAt === null
    ? record
    : { ...record, status: "pending", leasedUntil: record.nextAttemptAt };
