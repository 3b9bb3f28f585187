import type { EntityManager } from "@mikro-orm/postgresql";
import { createBatcher } from "../concurrency/create-batcher.ts";
import { queryRows } from "./query-rows.ts";

interface Identified {
  id: string;
}

/** Under load, rows asked for within this time are read together. */
const BATCH_MS = 2;

type LookUp = (id: string) => Promise<Identified | undefined>;
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
  const run = async (ids: readonly string[]) => {
    const found = new Map((await read(reader, sql, [...new Set(ids)])).map((row) => [row.id, row]));
    return ids.map((id) => found.get(id));
  };
  const lookUp = createBatcher(run, { pauseMs: BATCH_MS });
  ofConnection.set(sql, lookUp);
  return lookUp;
}

/**
 * The rows with these ids, read-only. `sql` selects them from a constant with the ids as `$1`. Requests of
 * the same moment share the statement, whoever their callers are: only for tables without row-level security.
 * A transaction reads by itself, because it sees its own changes.
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
