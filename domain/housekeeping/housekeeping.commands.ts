import { daysAfter } from "../days.rules.ts";
import type { SystemContext } from "../context.ts";
import { KEPT_DAYS, type ExpiringRows } from "../expiring-rows.ts";
import { only } from "../only.rules.ts";

/** Removes at most `limit` expired rows of a table, and returns their number. Safe to repeat. */
export async function sweep(
  ctx: SystemContext,
  { table, limit }: { table: string; limit: number },
  expiring: ExpiringRows,
): Promise<number> {
  const hasExpired = expiring[table];
  // The table of a feature that this version does not have.
  if (hasExpired === undefined) return 0;
  const before = daysAfter(ctx.clock.now(), -KEPT_DAYS);
  const removed = await ctx.em.execute<{ removed: number }[]>(
    `with gone as (delete from ${table} where ctid in
       (select ctid from ${table} where ${hasExpired} limit ? for update skip locked) returning 1)
     select count(*)::int as removed from gone`,
    [before, limit],
  );
  return only(removed).removed;
}
