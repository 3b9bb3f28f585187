import type { EntityManager } from "@mikro-orm/postgresql";

const UPDATE = `update api_keys k set last_used_at = greatest(k.last_used_at, u.at)
  from jsonb_to_recordset(?::jsonb) as u(id uuid, at timestamptz) where k.id = u.id`;

/** Records when keys were last used, in one statement for all of them. An earlier use changes nothing. */
export async function recordKeyUses(em: EntityManager, uses: ReadonlyMap<string, Date>): Promise<void> {
  const rows = JSON.stringify(Array.from(uses, ([id, at]) => ({ id, at })));
  await em.execute(UPDATE, [rows]);
}
