import { CompiledQuery, type Kysely } from "kysely";
import type { EntityManager } from "@mikro-orm/postgresql";
import { keepPrepared } from "./prepared-statements.ts";

/** SQL with separate parameters: `$1` and so on. */
export interface SqlStatement {
  sql: string;
  parameters: readonly unknown[];
}

type Transaction = Pick<Kysely<unknown>, "executeQuery">;

/**
 * Reads rows as the driver returns them, on the connection and in the transaction of `em`. In a transaction, first writes
 * what `em` has changed, as the reads of the ORM do.
 */
export async function queryRows<R>(em: EntityManager, { sql, parameters }: SqlStatement): Promise<R[]> {
  const values = [...parameters];
  const pool = await em.getConnection().getNativeClient();
  // Statements without parameters are short or rare.
  if (values.length > 0) keepPrepared(pool, sql);
  const transaction = em.getTransactionContext<Transaction>();
  if (transaction !== undefined) {
    await em.flush();
    return (await transaction.executeQuery(CompiledQuery.raw(sql, values))).rows as R[];
  }
  const client = await pool.connect();
  try {
    return (await client.query<R & object>(sql, values)).rows;
  } finally {
    client.release();
  }
}
