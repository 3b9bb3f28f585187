import type { Client, Pool } from "pg";

/** PostgreSQL keeps the plan of every named statement on every connection: only the first so many get a name. */
const MOST_NAMES = 200;

/**
 * Startup option for such connections: a named statement keeps one plan. Left to itself, PostgreSQL plans anew for each
 * caller's values wherever it expects them to differ, which takes longer than our statements take to run.
 */
export const ONE_PLAN = "-c plan_cache_mode=force_generic_plan";

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Lets PostgreSQL parse and plan a statement once for each connection instead of each time: those that come with
 * parameters are sent under a name. The ORM writes its values into the text, and such texts are never the same twice.
 */
export function nameStatements(pool: Pool): void {
  const names = new Map<string, string>();
  const nameOf = (text: string): string | undefined => {
    if (!names.has(text) && names.size < MOST_NAMES) names.set(text, `read-${names.size}`);
    return names.get(text);
  };
  pool.on("connect", (client: Client) => {
    const query = client.query.bind(client) as Query;
    const named: Query = (text, values, ...rest) => {
      const isPrepared = typeof text === "string" && Array.isArray(values) && values.length > 0;
      const name = isPrepared ? nameOf(text) : undefined;
      return name === undefined ? query(text, values, ...rest) : query({ name, text, values }, ...rest);
    };
    client.query = named as typeof client.query;
  });
}
