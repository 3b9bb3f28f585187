import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { DeliveryStatus } from "./webhook.rules.ts";

/** The result of one attempt, and the next state of its delivery. */
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
  /**
   * For a delivery that waits in the table for its next attempt, because its workflow could not be started.
   */
  leasedUntil?: Date;
}

/** A redelivery was requested after this attempt began: it still waits for the relay. */
const ASKED_MEANWHILE = "(d.status = 'pending' and d.requested and r.status <> 'delivered')";

/** Locks webhooks first, like their deletion, so that the two cannot deadlock. */
const RECORD = `with given as (
    select * from jsonb_to_recordset($1::jsonb) as r (id uuid, delivery_id uuid, webhook_id uuid, number int,
      at timestamptz, status_code int, latency_ms int, error text, answer text, status text,
      next_attempt_at timestamptz, leased_until timestamptz)),
  hooks as materialized (
    select id from webhooks where id in (select webhook_id from given) order by id for key share),
  r as materialized (select given.* from given join hooks on hooks.id = given.webhook_id),
  noted as (
    insert into webhook_attempts
        (id, delivery_id, webhook_id, number, at, status_code, latency_ms, error, answer)
      select r.id, r.delivery_id, r.webhook_id, r.number, r.at, r.status_code, r.latency_ms, r.error, r.answer
        from r join webhook_deliveries d on d.id = r.delivery_id)
  update webhook_deliveries d
    set status = case when d.status = 'delivered' or ${ASKED_MEANWHILE} then d.status else r.status end,
        requested = ${ASKED_MEANWHILE},
        attempts = greatest(d.attempts, r.number), next_attempt_at = r.next_attempt_at,
        leased_until = case when ${ASKED_MEANWHILE} then null else r.leased_until end,
        delivered_at = case when r.status = 'delivered' then coalesce(d.delivered_at, r.at) else d.delivered_at end
    from r where d.id = r.delivery_id`;

/**
 * Records attempts and the states of their deliveries: a delivered one stays so, whatever other attempts do.
 * Those of a webhook deleted in the meantime are dropped.
 */
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
    leased_until: attempt.leasedUntil,
  }));
  await queryRows(em, { sql: RECORD, parameters: [JSON.stringify(rows)] });
}

/** Cancels deliveries without an attempt: their receivers have lost access. */
export async function cancelDeliveries(em: EntityManager, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'cancelled', leased_until = null, requested = false,
      next_attempt_at = null where id = any($1::uuid[]) and status <> 'delivered'`,
    parameters: [[...ids]],
  });
}

/** These have their own workflow now, which attempts them from `next` on. */
export async function handOver(em: EntityManager, ids: readonly string[], next: Date): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'retrying', leased_until = null, requested = false,
      next_attempt_at = $2::timestamptz where id = any($1::uuid[]) and status = 'sending'`,
    parameters: [[...ids], next.toISOString()],
  });
}
