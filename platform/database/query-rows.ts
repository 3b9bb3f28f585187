import { CompiledQuery, type Kysely } from "kysely";
import type { Pool } from "pg";
import type { EntityManager } from "@mikro-orm/postgresql";

/** SQL with separate parameters: `$1` and so on. */
export interface SqlStatement {
  sql: string;
  parameters: readonly unknown[];
}

type Transaction = Pick<Kysely<unknown>, "executeQuery">;

/** PostgreSQL keeps a named statement on every connection that ran it, so only this many get a name. */
const MAX_NAMES = 200;
const namesOf = new WeakMap<Pool, Map<string, string>>();

/** A name always means the same text on the connections of a pool. */
function nameFor(pool: Pool, { sql, parameters }: SqlStatement): { name?: string } {
  // Statements without parameters are short or rare.
  if (parameters.length === 0) return {};
  const names = namesOf.get(pool) ?? new Map<string, string>();
  namesOf.set(pool, names);
  if (!names.has(sql) && names.size < MAX_NAMES) names.set(sql, `read-${names.size + 1}`);
  const name = names.get(sql);
  return name === undefined ? {} : { name };
}

/**
 * Reads rows as the driver returns them, on the connection and in the transaction of `em`. Outside
 * transactions, the statement has a name, so PostgreSQL parses it once per connection, and plans it again only
 * if plans for single values have been cheaper.
 */
export async function queryRows<R>(em: EntityManager, statement: SqlStatement): Promise<R[]> {
  const { sql: text, parameters } = statement;
  const values = [...parameters];
  const transaction = em.getTransactionContext<Transaction>();
  if (transaction !== undefined)
    return (await transaction.executeQuery(CompiledQuery.raw(text, values))).rows as R[];
  const pool = await em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    return (await client.query<R & object>({ text, values, ...nameFor(pool, statement) })).rows;
  } finally {
    client.release();
  }
}
