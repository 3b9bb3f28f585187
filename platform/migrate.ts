import type { Config } from "./config.ts";
import { createOrm, type StatementLimits } from "./orm.ts";

/**
 * A migration may fill a large table for as long as that takes. Waiting is another matter: what waits for a table makes
 * everybody who comes later wait behind it.
 */
const LIMITS: StatementLimits = { statementMs: 0, lockMs: 60_000 };

/** Brings the database to the newest migration; answers the names of those it ran. Safe to call when there is nothing to do. */
export async function migrate(config: Pick<Config, "DATABASE_URL" | "DATABASE_POOL">): Promise<string[]> {
  const orm = await createOrm(config, [], "owner", LIMITS);
  try {
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    await orm.close();
  }
}
