import { only } from "../only.rules.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";
import { TAKE_WAITING, WAITING, type ClaimedDelivery } from "./delivery-states.ts";

/**
 * Longer than a first attempt with the wait for a slot of its endpoint (7 s), and no longer than a dead worker
 * may delay its deliveries: one still unsent after that has been abandoned.
 */
const LEASE_MS = 20_000;
/** Maximum in flight, so that a backlog waits in the table and not in memory. */
const IN_HAND_MAX = 2_000;
/** The minimum for each owner, however many deliveries of others are in flight. */
const ALWAYS_TAKEN = 8;
/**
 * In flight for one owner without competition: enough to keep a worker busy, and few enough for others not to
 * wait long.
 */
export const SHARE_MAX = 250;
/** Older deliveries in flight do not count: their process died, or Temporal is unavailable. */
const COUNTED = "15 seconds";
/** Deliveries of each endpoint that a claim considers, however many others are waiting. */
const HEAD_MIN = 8;

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Distinguishes this claim from a later one of the same deliveries. */
  leasedUntil: Date;
  /** The owners of the deliveries. */
  owners: string[];
  /** An owner's share is used up, so more of that owner's deliveries may be waiting. */
  isFull: boolean;
  /** Not all were considered, so there may be more. */
  isMore: boolean;
}

/** One statement finds owners with waiting deliveries without reading all deliveries. */
const CLAIM = `with recursive hooks as (
    (select webhook_id from webhook_deliveries where ${WAITING} order by webhook_id limit 1)
    union all
    select (select webhook_id from webhook_deliveries
        where ${WAITING} and webhook_id > hooks.webhook_id order by webhook_id limit 1)
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
            where d.webhook_id = shares.id and ${WAITING}
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
  ${TAKE_WAITING}
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
   * The number each owner may have in flight, at most half of it to one endpoint, so that an unresponsive
   * endpoint does not use all of it.
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
  const claimed = await queryRows<Omit<Claim, "leasedUntil">>(em, {
    sql: CLAIM,
    parameters: [now.toISOString(), limit, leasedUntil.toISOString(), share],
  });
  return { ...only(claimed), leasedUntil };
}

/** Whether anything could be claimed, regardless of shares. */
export async function isAnyWaiting(em: EntityManager, now: Date): Promise<boolean> {
  const found = await queryRows<{ any: boolean }>(em, {
    sql: `select exists (select from webhook_deliveries where ${WAITING}
      and (leased_until is null or leased_until < $1::timestamptz)) as any`,
    parameters: [now.toISOString()],
  });
  return only(found).any;
}
