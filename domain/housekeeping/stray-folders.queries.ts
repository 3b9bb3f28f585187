import type { SystemContext } from "../context.ts";
import { STORED, type StoredKind } from "./stray-folders.rules.ts";

/** The ids without a row: their folders in the blob store are strays. */
export async function withoutRow(
  { em }: SystemContext,
  { stored, ids }: { stored: StoredKind; ids: readonly string[] },
): Promise<string[]> {
  const rows = await em.execute<{ id: string }[]>(
    `select named.id from unnest(?::uuid[]) as named (id)
     where not exists (select from ${STORED[stored]} as kept where kept.id = named.id)`,
    [`{${ids.join()}}`],
  );
  return rows.map(({ id }) => id);
}
