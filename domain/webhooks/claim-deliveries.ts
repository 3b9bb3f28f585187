import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/query-rows.ts";

/** Longer than a dispatch takes, also one that waits behind many: what is still unsent then was left behind. */
const LEASE_S = 120;
/** In hand at most, so that a backlog waits in the table and not as open workflows. */
const IN_HAND_MAX = 2_000;

export interface ClaimedDelivery {
  id: string;
  webhookId: string;
  kind: string;
  /** Has a workflow of its own, instead of travelling with others: it was asked for, or its endpoint does not do well. */
  alone: boolean;
  requested: boolean;
}

/**
 * The oldest deliveries nobody has in hand, taken for a while. Those of endpoints that were turned off end here. Several
 * relays share them.
 */
export const claimDeliveries = (
  em: EntityManager,
  { limit, now }: { limit: number; now: Date },
): Promise<ClaimedDelivery[]> =>
  queryRows<ClaimedDelivery>(em, {
    sql: `with waiting as (
        select id from webhook_deliveries
          where status in ('pending', 'sending') and (leased_until is null or leased_until < $1::timestamptz)
          order by id limit least($2::int, greatest(0, ${IN_HAND_MAX} - (
            select count(*)::int from webhook_deliveries
              where status in ('pending', 'sending') and leased_until >= $1::timestamptz)))
          for update skip locked),
      taken as (
        update webhook_deliveries d
          set status = case when w.active then 'sending' else 'cancelled' end,
              leased_until = case when w.active then $1::timestamptz + interval '${LEASE_S} seconds' end
          from waiting, webhooks w
          where d.id = waiting.id and w.id = d.webhook_id
          returning d.id, d.webhook_id, d.kind, d.requested, d.status,
            d.requested or w.failures > 0 or w.blocked_until > $1::timestamptz as alone)
      select id, webhook_id as "webhookId", kind, requested, coalesce(alone, false) as alone
        from taken where status = 'sending' order by id`,
    parameters: [now.toISOString(), limit],
  });
