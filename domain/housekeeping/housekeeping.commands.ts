import type { SystemContext } from "../context.ts";
import { INVITATIONS_KEPT_DAYS } from "../invitations/invitation.rules.ts";
import { NOTIFICATIONS_KEPT_DAYS } from "../notifications/notice.rules.ts";
import { DELIVERIES_KEPT_DAYS } from "../webhooks/webhook.rules.ts";
import type { Swept } from "./housekeeping.rules.ts";

/** What ended is kept this long, for people who ask what happened. */
const KEEP_DAYS = 1;

const HOUR_SECONDS = 3_600;
const JUST_NOW = `?::timestamptz + interval '${KEEP_DAYS} days'`;

/**
 * Which rows may go, `?` being the moment before which they ended. Sessions take their refresh tokens and codes with
 * them: as long as a session lives, those tell reuse. Sessions of clients that act for themselves end after an hour.
 */
const MAY_GO: Record<Swept, string> = {
  authorization_codes: "expires_at < ? and session_id is null",
  device_grants: "expires_at < ?",
  sessions: "least(expires_at, revoked_at) < ?",
  // What nobody asked about for longer than any window counts for nothing; the moment is of no interest then.
  rate_counters: `hour_step < floor(extract(epoch from least(now(), ${JUST_NOW}) - interval '2 hours') / 300)`,
  // Nobody can read these afterwards, and they may hold secrets: they go as soon as they have ended.
  stored_answers: `expires_at < ${JUST_NOW}`,
  // Used ones are gone already. One without a token was never answered: a link that comes a day later helps nobody.
  password_resets: "coalesce(expires_at, created_at) < ?",
  // Looked at for longer, and can be sent again. Their attempts go with them.
  webhook_deliveries: `created_at < ?::timestamptz - interval '${DELIVERIES_KEPT_DAYS - KEEP_DAYS} days'
    and status in ('delivered', 'dead', 'cancelled')`,
  // By then no platform delivers anything again, and nobody is answered any more.
  inbound_messages: `received_at < ?::timestamptz - interval '${30 - KEEP_DAYS} days'`,
  invitations: `least(accepted_at, revoked_at, expires_at) < ?::timestamptz
    - interval '${INVITATIONS_KEPT_DAYS - KEEP_DAYS} days'`,
  notifications: `created_at < ?::timestamptz - interval '${NOTIFICATIONS_KEPT_DAYS - KEEP_DAYS} days'`,
};

/** Removes at most `limit` rows of a table that nobody needs any more; answers how many. Safe to repeat. */
export async function sweep(
  ctx: SystemContext,
  { table, limit }: { table: Swept; limit: number },
): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - KEEP_DAYS * 24 * HOUR_SECONDS * 1_000);
  const removed = await ctx.em.execute<{ removed: number }[]>(
    `with gone as (delete from ${table} where ctid in
       (select ctid from ${table} where ${MAY_GO[table]} limit ? for update skip locked) returning 1)
     select count(*)::int as removed from gone`,
    [before, limit],
  );
  return removed[0]!.removed;
}
