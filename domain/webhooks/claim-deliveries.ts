import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { BREAKER_FAILURES } from "./webhook.rules.ts";

/**
 * Longer than an attempt, including the wait for a slot of its endpoint: deliveries still unsent then were
 * left behind.
 */
const LEASE_MS = 60_000;
/** Maximum in flight, so that a backlog waits in the table and not in memory. */
const IN_HAND_MAX = 2_000;
/** Taken from each owner, however many of others are in flight. */
const ALWAYS_TAKEN = 8;
/**
 * In flight for one owner without competition: enough to keep a worker busy, and few enough for others not to
 * wait long.
 */
export const SHARE_MAX = 250;
/** Older deliveries in flight do not count: their process died, or Temporal is unavailable. */
const COUNTED = "15 seconds";
/** Considered of each endpoint, however many others wait. */
const HEAD_MIN = 8;
/** A delivery that has been due for this long may have lost its workflow. */
const OVERDUE = "1 hour";

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: string;
  /** Needs its own workflow: it was requested, attempted before, or its endpoint is unhealthy. */
  alone: boolean;
  requested: boolean;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Distinguishes this claim from a later one of the same deliveries. */
  leasedUntil: Date;
  /** The owners of the deliveries. */
  owners: string[];
  /** An owner's share is used up, so more of theirs may wait. */
  isFull: boolean;
  /** Not all were considered, so more may wait. */
  isMore: boolean;
}

/** During this time, one delivery probes a failing endpoint; the others wait for its result. */
const PROBE = "20 seconds";

/** One statement finds owners with waiting deliveries without reading all deliveries. */
const CLAIM = `with recursive hooks as (
    (select webhook_id from webhook_deliveries where status in ('pending', 'sending') order by webhook_id limit 1)
    union all
    select (select webhook_id from webhook_deliveries
        where status in ('pending', 'sending') and webhook_id > hooks.webhook_id order by webhook_id limit 1)
      from hooks where hooks.webhook_id is not null),
  in_hand as (
    select webhook_id, count(*)::int as count,
        (count(*) filter (where leased_until >= $3::timestamptz - interval '${COUNTED}'))::int as counted
      from webhook_deliveries
      where status = 'sending' and leased_until >= $1::timestamptz group by webhook_id),
  shares as (
    select w.id, w.owner_id, sum(coalesce(in_hand.counted, 0)) over (partition by w.owner_id) as of_owner,
        greatest(0, least($4::int - sum(coalesce(in_hand.counted, 0)) over (partition by w.owner_id),
          ($4::int + 1) / 2 - coalesce(in_hand.counted, 0))) as room,
        greatest(${HEAD_MIN}, 2 * $2::int / (select count(*)::int from hooks)) as most
      from hooks join webhooks w on w.id = hooks.webhook_id left join in_hand on in_hand.webhook_id = w.id),
  heads as (
    select head.id, head.webhook_id, head.requested, shares.owner_id, shares.of_owner,
        row_number() over (partition by shares.id order by head.id) as nth
      from shares
        cross join lateral (
          select id, webhook_id, requested from webhook_deliveries d
            where d.webhook_id = shares.id and status in ('pending', 'sending')
              and (leased_until is null or leased_until < $1::timestamptz)
            order by id
            limit least(shares.most, shares.room)
            for update skip locked) head),
  turns as (
    select id, webhook_id, requested, of_owner + row_number() over (partition by owner_id order by nth, id) as turn
      from heads),
  ranked as (select id, webhook_id, requested, turn, row_number() over (order by turn, id) as rank from turns),
  waiting as (
    select id, webhook_id, requested from ranked
      where turn <= $4::int and rank <= $2::int and (turn <= ${ALWAYS_TAKEN}
        or rank <= ${IN_HAND_MAX} - (select coalesce(sum(count), 0)::int from in_hand))),
  judged as (
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
        d.requested or judged.failures > 0 or d.attempts > 0 as alone)
  select exists (select from shares where room = 0 or of_owner >= $4::int
        - (select count(*) from taken where taken.owner_id = shares.owner_id and status = 'sending')) as "isFull",
      (select count(*) from heads) > (select count(*) from waiting) or exists (select from shares
        where room > 0 and (select count(*) from heads where webhook_id = shares.id) >= least(most, room)) as "isMore",
      array(select distinct owner_id from taken where status = 'sending') as owners,
      coalesce(json_agg(json_build_object('id', id, 'webhookId', webhook_id, 'kind', kind,
        'requested', requested, 'alone', alone) order by of_owner, owner_id, webhook_id, id), '[]') as deliveries
    from (select *, count(*) over (partition by owner_id) as of_owner from taken where status = 'sending') as sending`;

interface Claiming {
  limit: number;
  now: Date;
  /**
   * The number each owner may have in flight, at most half of it for one endpoint, so that an unresponsive
   * one does not use all of it.
   */
  share?: number;
}

/**
 * Claims waiting deliveries: the oldest of each owner in turn, starting with those with the fewest in flight,
 * so that no owner waits behind another's backlog. Returned in that order. Deliveries to endpoints that were
 * turned off end here; of those to failing endpoints, all but one wait in the table. Several relays share the
 * deliveries.
 */
export async function claimDeliveries(
  em: EntityManager,
  { limit, now, share = SHARE_MAX }: Claiming,
): Promise<Claim> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const [claimed] = await queryRows<Omit<Claim, "leasedUntil">>(em, {
    sql: CLAIM,
    parameters: [now.toISOString(), limit, leasedUntil.toISOString(), share],
  });
  return { ...claimed!, leasedUntil };
}

/**
 * Returns deliveries that lack the workflow they need, until the given time, unless another claim has them.
 */
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

/** Whether anything could be claimed, regardless of shares. */
export async function isAnyWaiting(em: EntityManager, now: Date): Promise<boolean> {
  const [found] = await queryRows<{ any: boolean }>(em, {
    sql: `select exists (select from webhook_deliveries where status in ('pending', 'sending')
      and (leased_until is null or leased_until < $1::timestamptz)) as any`,
    parameters: [now.toISOString()],
  });
  return found!.any;
}

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
