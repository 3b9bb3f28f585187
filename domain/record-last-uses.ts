import type { EntityManager } from "@mikro-orm/postgresql";

/** The tables of credentials whose last use is recorded. */
export type UsedTable = "api_keys" | "sessions";

/** Waits for no other transaction while it holds rows, so that it cannot deadlock with a request. */
const update = (table: UsedTable): string => `
  with used as (select * from jsonb_to_recordset(?::jsonb) as used(id uuid, at timestamptz)),
  free as (select c.id from ${table} c join used on used.id = c.id for no key update of c skip locked)
  update ${table} c set last_used_at = greatest(c.last_used_at, used.at)
  from used join free on free.id = used.id where c.id = used.id`;

/**
 * Records when credentials were last used, in one statement for all of them. An earlier use changes nothing, and
 * a credential that is being changed keeps its older time until its next use.
 */
export async function recordLastUses(
  em: EntityManager,
  table: UsedTable,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const rows = JSON.stringify(Array.from(uses, ([id, at]) => ({ id, at })));
  await em.execute(update(table), [rows]);
}
