import type { EntityManager } from "@mikro-orm/postgresql";
import { queryRows } from "../../platform/database/query-rows.ts";

/** Longer than a relay needs for one claim. */
const LEASE = "60 seconds";

/**
 * Claims events from before `before` whose workflow has not been started, oldest first: several relays share
 * them.
 */
export async function claimUndispatched(
  em: EntityManager,
  { before, now, limit }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const rows = await queryRows<{ id: string }>(em, {
    sql: `with left_behind as (
        select id from events
          where dispatched_at is null and occurred_at < $1::timestamptz
            and (leased_until is null or leased_until < $2::timestamptz)
          order by occurred_at limit $3 for update skip locked),
      taken as (
        update events e set leased_until = $2::timestamptz + interval '${LEASE}' from left_behind
          where e.id = left_behind.id returning e.id, e.occurred_at)
      select id from taken order by occurred_at, id`,
    parameters: [before.toISOString(), now.toISOString(), limit],
  });
  return rows.map(({ id }) => id);
}

/** Returns claimed events that were not started. */
export async function releaseUndispatched(em: EntityManager, ids: readonly string[]): Promise<void> {
  await queryRows(em, {
    sql: "update events set leased_until = null where id = any($1::uuid[]) and dispatched_at is null",
    parameters: [[...ids]],
  });
}
