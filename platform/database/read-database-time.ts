import type { Orm } from "./orm.ts";
import { queryRows } from "./query-rows.ts";

const sql = "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now";

/** The database's time, in milliseconds since the epoch. */
export async function readDatabaseTime({ em }: Pick<Orm, "em">): Promise<number> {
  const [row] = await queryRows<{ now: number }>(em.fork(), { sql, parameters: [] });
  return row!.now;
}
