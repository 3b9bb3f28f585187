import type { Pool, PoolClient } from "pg";

/** PostgreSQL keeps a named statement on every connection that ran it, so only this many get a name. */
const MAX_NAMES = 400;

/** The same for all connections. */
const names = new Map<string, string>();

/** From now on, this statement has a name on the connections that give names. */
export function giveName(sql: string): void {
  if (!names.has(sql) && names.size < MAX_NAMES) names.set(sql, `read-${names.size + 1}`);
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Sends statements that have a name with it, so that PostgreSQL parses them once per connection, and plans them
 * again only if plans for single values have been cheaper. Here rather than where they are sent, because Kysely
 * passes no names to the driver.
 */
export function nameStatements(pool: Pool): void {
  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (text, values, ...rest) => {
      const name = typeof text === "string" ? names.get(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = named as typeof client.query;
  });
}
