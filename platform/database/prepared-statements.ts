import type { Pool, PoolClient } from "pg";

/** PostgreSQL keeps a prepared statement on every connection that ran it, so only this many are. */
const MAX_NAMES = 400;

/** Names by SQL, the same for all connections of a pool. */
const namesOf = new WeakMap<Pool, Map<string, string>>();

/** From now on, connections of the pool prepare this statement when they first run it. */
export function keepPrepared(pool: Pool, sql: string): void {
  const names = namesOf.get(pool);
  if (names !== undefined && !names.has(sql) && names.size < MAX_NAMES)
    names.set(sql, `read-${names.size + 1}`);
}

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Lets new connections send the names of statements, so that PostgreSQL parses each once per connection, and plans it
 * again only if plans for single values have been cheaper. Here rather than where statements are sent, because Kysely
 * passes no names to the driver.
 */
export function prepareStatements(pool: Pool): void {
  const names = new Map<string, string>();
  namesOf.set(pool, names);
  pool.on("connect", (client: PoolClient) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (text, values, ...rest) => {
      const name = typeof text === "string" ? names.get(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = named as typeof client.query;
  });
}
