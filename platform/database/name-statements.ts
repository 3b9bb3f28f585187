import type { Client, Pool } from "pg";

/**
 * PostgreSQL keeps the plan of every named statement on every connection, so only this many statements get a
 * name.
 */
const MOST_NAMES = 200;

/**
 * Startup option: a named statement keeps one plan. By default, PostgreSQL plans again for each caller's
 * values if it expects them to differ, which takes longer than our statements take to run.
 */
export const ONE_PLAN = "-c plan_cache_mode=force_generic_plan";

type Query = (text: unknown, values?: unknown, ...rest: unknown[]) => unknown;

/**
 * Makes PostgreSQL parse and plan a parameterised statement once per connection instead of every time, by
 * sending it under a name. The ORM embeds values in its SQL, so those texts never repeat.
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
