import type { SystemContext } from "../context.ts";

/** The ids without a row: their folders in the blob store are strays. */
export async function withoutRow(
  { em }: SystemContext,
  { table, ids }: { table: string; ids: readonly string[] },
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select named.id from unnest(?::uuid[]) as named (id)
     where not exists (select from ${table} as kept where kept.id = named.id)`,
    [`{${ids.join()}}`],
  );
  return rows.map(({ id }) => id);
}
