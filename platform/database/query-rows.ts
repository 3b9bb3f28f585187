import { CompiledQuery, type Kysely } from "kysely";
import type { EntityManager } from "@mikro-orm/postgresql";

/** SQL with separate parameters: `$1` and so on. */
export interface SqlStatement {
  sql: string;
  parameters: readonly unknown[];
}

type Executor = Pick<Kysely<unknown>, "executeQuery">;

/** Reads rows as the driver returns them, on the connection and in the transaction of `em`. */
export async function queryRows<R>(em: EntityManager, { sql, parameters }: SqlStatement): Promise<R[]> {
  const connection = em.getConnection();
  await connection.ensureConnection();
  const executor: Executor = em.getTransactionContext<Executor>() ?? connection.getClient();
  const { rows } = await executor.executeQuery(CompiledQuery.raw(sql, [...parameters]));
  return rows as R[];
}
