import type { EntityManager } from "@mikro-orm/postgresql";

/** The tables of credentials whose last use is recorded. */
export type UsedTable = "api_keys" | "sessions";

const update = (
  table: UsedTable,
): string => `update ${table} c set last_used_at = greatest(c.last_used_at, u.at)
  from jsonb_to_recordset(?::jsonb) as u(id uuid, at timestamptz) where c.id = u.id`;

/**
 * Records when credentials were last used, in one statement for all of them. An earlier use changes nothing.
 */
export async function recordLastUses(
  em: EntityManager,
  table: UsedTable,
  uses: ReadonlyMap<string, Date>,
): Promise<void> {
  const rows = JSON.stringify(Array.from(uses, ([id, at]) => ({ id, at })));
  await em.execute(update(table), [rows]);
}
