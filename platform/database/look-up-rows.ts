import type { EntityManager } from "@mikro-orm/postgresql";
import { createLookUp } from "../concurrency/create-look-up.ts";
import { queryRows } from "./query-rows.ts";

interface Identified {
  id: string;
}

type LookUp = ReturnType<typeof createLookUp<Identified>>;
const lookUps = new WeakMap<object, Map<string, LookUp>>();

const read = (em: EntityManager, sql: string, ids: readonly string[]): Promise<Identified[]> =>
  queryRows<Identified>(em, { sql, parameters: [ids] });

function lookUpFor(em: EntityManager, sql: string): LookUp {
  const connection = em.getConnection();
  const ofConnection = lookUps.get(connection) ?? new Map<string, LookUp>();
  lookUps.set(connection, ofConnection);
  const known = ofConnection.get(sql);
  if (known !== undefined) return known;
  const reader = em.fork();
  const lookUp = createLookUp(
    async (ids) => new Map((await read(reader, sql, ids)).map((row) => [row.id, row])),
  );
  ofConnection.set(sql, lookUp);
  return lookUp;
}

/**
 * The rows with these ids, read-only. `sql` selects them from a constant with the ids as `$1`. Simultaneous
 * requests of all callers share the statement: only for tables without row-level security. A transaction
 * reads by itself, because it sees its own changes.
 */
export async function lookUpRows<R extends Identified>(
  em: EntityManager,
  sql: string,
  ids: readonly string[],
): Promise<R[]> {
  if (em.isInTransaction()) return (await read(em, sql, ids)) as R[];
  const found = await Promise.all(ids.map(lookUpFor(em, sql)));
  return found.filter((row) => row !== undefined) as R[];
}
