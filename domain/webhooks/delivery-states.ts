import type { EntityManager } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { queryRows } from "../../platform/database/query-rows.ts";
import type { Event } from "../events/event.entity.ts";
import { DELIVERIES_CHANNEL, notifyBoth } from "./webhook-channels.ts";
import { WebhookDelivery, type Webhook } from "./webhook.entity.ts";
import { BREAKER_FAILURES, type DeliveryStatus } from "./webhook.rules.ts";

/*
 * The states of a delivery; everything that changes them is in this file.
 *
 *   new --> pending <--> sending --> delivered, dead, or retrying in its own workflow
 *
 * A pending delivery waits until its lease ends, and a sending one belongs to its claim until then. Any may
 * be requested again, and any but a delivered one cancelled.
 */

/** Can be claimed once the lease is over. */
export const WAITING = "status in ('pending', 'sending')";
/** Has failed, and no attempt follows. */
export const FAILED = "status in ('dead', 'cancelled')";

/** A new delivery. */
export interface NewDelivery {
  webhookId: string;
  eventId: string;
  kind: string;
}

/** $1: the deliveries; $2: now. */
const NEW = `select r.id, r."webhookId", r."eventId", r.kind, 'pending', 0, false, $2::timestamptz
    from jsonb_to_recordset($1::jsonb) as r (id uuid, "webhookId" uuid, "eventId" uuid, kind text)
    join webhooks w on w.id = r."webhookId"`;
const INTO = "webhook_deliveries (id, webhook_id, event_id, kind, status, attempts, requested, created_at)";

const newRows = (deliveries: readonly NewDelivery[], now: Date): string[] => [
  JSON.stringify(deliveries.map((delivery) => ({ id: newId(), ...delivery }))),
  now.toISOString(),
];

/** Adds deliveries, once for each event and webhook. They are sent after the commit. */
export async function addDeliveries(
  em: EntityManager,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<void> {
  if (deliveries.length === 0) return;
  await queryRows(em, {
    sql: `with added as (insert into ${INTO} ${NEW} on conflict (webhook_id, event_id) do nothing returning 1)
      select pg_notify('${DELIVERIES_CHANNEL}', '') from added limit 1`,
    parameters: newRows(deliveries, now),
  });
}

/**
 * Sends failed deliveries again, and adds those that do not exist; returns their number. Deliveries in flight
 * stay unchanged.
 */
export async function recoverFailed(
  em: EntityManager,
  deliveries: readonly NewDelivery[],
  now: Date,
): Promise<number> {
  if (deliveries.length === 0) return 0;
  const recovered = await queryRows(em, {
    sql: `insert into ${INTO} ${NEW} on conflict (webhook_id, event_id)
        do update set status = 'pending', attempts = 0, leased_until = null, next_attempt_at = null
        where webhook_deliveries.${FAILED}
      returning 1`,
    parameters: newRows(deliveries, now),
  });
  return recovered.length;
}

/** Adds a delivery that someone requested: it ignores the breaker of its endpoint. */
export function addRequested(
  em: EntityManager,
  { webhook, event, kind }: Pick<WebhookDelivery, "kind"> & { webhook: Webhook; event: Event },
  now: Date,
): WebhookDelivery {
  return em.create(WebhookDelivery, {
    webhook,
    event,
    kind,
    status: "pending",
    attempts: 0,
    requested: true,
    createdAt: now,
  });
}

/** Sends a delivery again at once, whatever its state. */
export const requestDelivery = (
  em: EntityManager,
  { webhook, deliveryId }: { webhook: Webhook; deliveryId: string },
): Promise<number> =>
  em.nativeUpdate(
    WebhookDelivery,
    { id: deliveryId, webhook },
    { status: "pending", requested: true, leasedUntil: null },
  );

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: string;
  /** Needs its own workflow: it was requested, attempted before, or its endpoint is unhealthy. */
  alone: boolean;
  requested: boolean;
}

/** During this time, one delivery probes a failing endpoint; the others wait for its result. */
const PROBE = "20 seconds";

/**
 * Part of the statement of a claim, which has selected `waiting` (id, webhook_id, requested): `taken` are these
 * deliveries in their next states. $1: now; $3: the end of the lease.
 */
export const TAKE_WAITING = `judged as (
    select waiting.id, w.owner_id, w.failures, w.blocked_until, case
        when not w.active then 'cancelled'
        when waiting.requested then 'sending'
        when w.blocked_until > $1::timestamptz then 'pending'
        when w.failures >= ${BREAKER_FAILURES}
          and row_number() over (partition by w.id order by waiting.id) > 1 then 'pending'
        else 'sending' end as status
      from waiting join webhooks w on w.id = waiting.webhook_id),
  taken as (
    update webhook_deliveries d
      set status = judged.status,
          requested = d.requested and judged.status = 'sending',
          leased_until = case judged.status
            when 'sending' then $3::timestamptz
            when 'pending' then greatest(judged.blocked_until, $1::timestamptz + interval '${PROBE}') end
      from judged where d.id = judged.id
      returning d.id, d.webhook_id, judged.owner_id, d.kind, d.requested, d.status,
        d.requested or judged.failures > 0 or d.attempts > 0 as alone)`;

/** Postpones deliveries without the workflow they need to the given time, unless another claim has them. */
export async function putBackDeliveries(
  em: EntityManager,
  ids: readonly string[],
  { leasedUntil, until }: { leasedUntil: Date; until: Date },
): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'pending', leased_until = $3::timestamptz
      where id = any($1::uuid[]) and status = 'sending' and leased_until = $2::timestamptz`,
    parameters: [[...ids], leasedUntil.toISOString(), until.toISOString()],
  });
}

/** A delivery that has been due for this long may have lost its workflow. */
const OVERDUE = "1 hour";

/**
 * Overdue retries. Nearly all of them have their workflow (they wait for their endpoint); starting it again
 * does nothing then. Each is checked once an hour.
 */
export const claimOverdue = (
  em: EntityManager,
  { limit, now }: { limit: number; now: Date },
): Promise<ClaimedDelivery[]> =>
  queryRows<ClaimedDelivery>(em, {
    sql: `update webhook_deliveries set leased_until = $1::timestamptz + interval '${OVERDUE}'
      where id in (select id from webhook_deliveries
        where status = 'retrying' and next_attempt_at < $1::timestamptz - interval '${OVERDUE}'
          and (leased_until is null or leased_until < $1::timestamptz)
        order by next_attempt_at limit $2 for update skip locked)
      returning id, webhook_id as "webhookId", kind, false as requested, true as alone`,
    parameters: [now.toISOString(), limit],
  });

/** The result of one attempt, and the next state of its delivery. */
export interface AttemptRecord {
  /** Of the step that made it, so that its repetition finds the record; a new one by default. */
  id?: string;
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
const REQUESTED_MEANWHILE = "(d.status = 'pending' and d.requested and r.status <> 'delivered')";

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
        from r join webhook_deliveries d on d.id = r.delivery_id
      on conflict (id) do nothing)
  update webhook_deliveries d
    set status = case when d.status = 'delivered' or ${REQUESTED_MEANWHILE} then d.status else r.status end,
        requested = ${REQUESTED_MEANWHILE},
        attempts = greatest(d.attempts, r.number), next_attempt_at = r.next_attempt_at,
        leased_until = case when ${REQUESTED_MEANWHILE} then null else r.leased_until end,
        delivered_at = case when r.status = 'delivered' then coalesce(d.delivered_at, r.at) else d.delivered_at end
    from r where d.id = r.delivery_id`;

/**
 * Records attempts and the states of their deliveries: a delivered one stays so, whatever other attempts do.
 * Those of a webhook deleted in the meantime are dropped.
 */
export async function recordAttempts(em: EntityManager, attempts: readonly AttemptRecord[]): Promise<void> {
  const rows = attempts.map((attempt) => ({
    id: attempt.id ?? newId(),
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

/** The time of the next attempt, if this one was recorded: in milliseconds, null if none follows. */
export async function findNextAttempt(
  em: EntityManager,
  attemptId: string,
): Promise<{ nextAttemptAtMs: number | null } | null> {
  const [row] = await queryRows<{ nextAttemptAtMs: number | null }>(em, {
    sql: `select (extract(epoch from d.next_attempt_at) * 1000)::float8 as "nextAttemptAtMs"
      from webhook_attempts a join webhook_deliveries d on d.id = a.delivery_id where a.id = $1`,
    parameters: [attemptId],
  });
  return row ?? null;
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

/** These now have their own workflow, which attempts them from `next` on. */
export async function handOver(em: EntityManager, ids: readonly string[], next: Date): Promise<void> {
  if (ids.length === 0) return;
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'retrying', leased_until = null, requested = false,
      next_attempt_at = $2::timestamptz where id = any($1::uuid[]) and status = 'sending'`,
    parameters: [[...ids], next.toISOString()],
  });
}

/** Sends the pending deliveries of a webhook at once. */
export async function releaseDeliveries(em: EntityManager, webhookId: string): Promise<void> {
  // Includes rows without a lease: a relay may be claiming them at this moment.
  await queryRows(em, {
    sql: `with released as (
        update webhook_deliveries set leased_until = null
          where webhook_id = $1 and status = 'pending' returning 1)
      select ${notifyBoth} from released limit 1`,
    parameters: [webhookId],
  });
}

/** Part of a statement: sends the deliveries at once that wait for the webhooks in `healthy` (id). */
export const RELEASE_HEALTHY = `released as (
    update webhook_deliveries d set leased_until = null from healthy
      where d.webhook_id = healthy.id and d.status = 'pending' and d.leased_until is not null returning 1)
  select ${notifyBoth} from released limit 1`;
