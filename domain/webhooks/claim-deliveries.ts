import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/query-rows.ts";
import { BREAKER_FAILURES } from "./webhook.rules.ts";

/** Longer than a dispatch takes, also one that waits behind many: what is still unsent then was left behind. */
const LEASE_MS = 120_000;
/** In hand at most, so that a backlog waits in the table and not as open workflows. */
const IN_HAND_MAX = 2_000;
/** A delivery whose time has been over for this long may have lost its workflow. */
const OVERDUE = "1 hour";

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: string;
  /** Has a workflow of its own, instead of travelling with others: it was asked for, or its endpoint does not do well. */
  alone: boolean;
  requested: boolean;
}

export interface Claim {
  deliveries: ClaimedDelivery[];
  /** Tells this claim from a later one of the same deliveries. */
  leasedUntil: Date;
}

/** Meanwhile one delivery shows whether a failing endpoint has come back; the others wait for what comes of it. */
const PROBE = "20 seconds";

const CLAIM = `with waiting as (
    select id, webhook_id, requested from webhook_deliveries
      where status in ('pending', 'sending') and (leased_until is null or leased_until < $1::timestamptz)
      order by id limit least($2::int, greatest(0, ${IN_HAND_MAX} - (
        select count(*)::int from webhook_deliveries where status = 'sending' and leased_until >= $1::timestamptz)))
      for update skip locked),
  judged as (
    select waiting.id, w.failures, w.blocked_until, case
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
      returning d.id, d.webhook_id, d.kind, d.requested, d.status, d.requested or judged.failures > 0 as alone)
  select id, webhook_id as "webhookId", kind, requested, alone from taken where status = 'sending' order by id`;

/**
 * The oldest deliveries nobody has in hand, taken for a while. Those of endpoints that were turned off end here, and those
 * of endpoints that keep failing wait in the table, all but one. Several relays share them.
 */
export async function claimDeliveries(
  em: EntityManager,
  { limit, now }: { limit: number; now: Date },
): Promise<Claim> {
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const deliveries = await queryRows<ClaimedDelivery>(em, {
    sql: CLAIM,
    parameters: [now.toISOString(), limit, leasedUntil.toISOString()],
  });
  return { deliveries, leasedUntil };
}

/** Gives back at once what could not be sent on its way, if nobody has taken it over meanwhile. */
export async function releaseDeliveries(
  em: EntityManager,
  ids: readonly string[],
  leasedUntil: Date,
): Promise<void> {
  await queryRows(em, {
    sql: `update webhook_deliveries set status = 'pending', leased_until = null
      where id = any($1::uuid[]) and status = 'sending' and leased_until = $2::timestamptz`,
    parameters: [[...ids], leasedUntil.toISOString()],
  });
}

/**
 * Deliveries that should long have been tried again. Nearly all of them have their workflow (they wait for their
 * endpoint); starting it again does nothing then. Each is looked at once an hour.
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
