import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { queryRows } from "../../platform/query-rows.ts";
import { breakerMs, type DeliveryStatus } from "./webhook.rules.ts";

/** What came of one try, and what becomes of its delivery. */
export interface AttemptRecord {
  deliveryId: string;
  webhookId: string;
  number: number;
  at: Date;
  statusCode: number | null;
  latencyMs: number;
  error: string | null;
  answer: string | null;
  status: DeliveryStatus;
  nextAttemptAt: Date | null;
}

const RECORD = `with r as (
    select * from jsonb_to_recordset($1::jsonb) as r (id uuid, delivery_id uuid, webhook_id uuid, number int,
      at timestamptz, status_code int, latency_ms int, error text, answer text, status text,
      next_attempt_at timestamptz)),
  noted as (
    insert into webhook_attempts
        (id, delivery_id, webhook_id, number, at, status_code, latency_ms, error, answer)
      select r.id, r.delivery_id, r.webhook_id, r.number, r.at, r.status_code, r.latency_ms, r.error, r.answer
        from r join webhook_deliveries d on d.id = r.delivery_id)
  update webhook_deliveries d
    set status = r.status, attempts = r.number, next_attempt_at = r.next_attempt_at, leased_until = null,
        requested = false,
        delivered_at = case when r.status = 'delivered' then coalesce(d.delivered_at, r.at) else d.delivered_at end
    from r where d.id = r.delivery_id`;

/** Writes attempts and what became of their deliveries; those of a webhook that was deleted meanwhile are dropped. */
export async function recordAttempts(em: EntityManager, attempts: readonly AttemptRecord[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    id: newId(),
    delivery_id: attempt.deliveryId,
    webhook_id: attempt.webhookId,
    number: attempt.number,
    at: attempt.at,
    status_code: attempt.statusCode,
    latency_ms: attempt.latencyMs,
    error: attempt.error,
    answer: attempt.answer,
    status: attempt.status,
    next_attempt_at: attempt.nextAttemptAt,
  }));
  await queryRows(em, { sql: RECORD, parameters: [JSON.stringify(rows)] });
}

/** Forgets past failures: the endpoint answers. */
export async function noteHealthy(em: EntityManager, webhookId: string): Promise<void> {
  await queryRows(em, {
    sql: `update webhooks set failures = 0, failing_since = null, blocked_until = null
      where id = $1 and (failures > 0 or blocked_until is not null)`,
    parameters: [webhookId],
  });
}

/** Counts failed attempts of an endpoint and opens its breaker after several. Answers since when it has been failing. */
export async function noteFailing(
  em: EntityManager,
  { webhookId, failed, now }: { webhookId: string; failed: number; now: Date },
): Promise<Date | null> {
  const [row] = await queryRows<{ failures: number; since: number }>(em, {
    sql: `update webhooks set failures = failures + $2, failing_since = coalesce(failing_since, $3::timestamptz)
      where id = $1 returning failures, (extract(epoch from failing_since) * 1000)::float8 as since`,
    parameters: [webhookId, failed, now.toISOString()],
  });
  if (row === undefined) return null;
  const pause = breakerMs(row.failures);
  if (pause !== null)
    await queryRows(em, {
      sql: "update webhooks set blocked_until = $2::timestamptz where id = $1",
      parameters: [webhookId, new Date(now.getTime() + pause).toISOString()],
    });
  return new Date(row.since);
}

/** Whether this attempt is the one that looks whether the endpoint has come back: only one does. */
export async function takeProbe(
  em: EntityManager,
  { webhookId, now, untilMs }: { webhookId: string; now: Date; untilMs: number },
): Promise<boolean> {
  const rows = await queryRows(em, {
    sql: `update webhooks set blocked_until = $3::timestamptz
      where id = $1 and blocked_until <= $2::timestamptz returning id`,
    parameters: [webhookId, now.toISOString(), new Date(now.getTime() + untilMs).toISOString()],
  });
  return rows.length > 0;
}

/** Ends a delivery without an attempt: nobody is to be told any more. */
export async function cancelDelivery(em: EntityManager, id: string): Promise<void> {
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'cancelled', leased_until = null, requested = false,
      next_attempt_at = null where id = $1 and status <> 'delivered'`,
    parameters: [id],
  });
}

/** These have a workflow of their own now, which nobody need look after. */
export async function handOver(em: EntityManager, ids: readonly string[]): Promise<void> {
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'retrying', leased_until = null, requested = false
      where id = any($1::uuid[]) and status = 'sending'`,
    parameters: [[...ids]],
  });
}
