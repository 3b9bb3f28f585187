import type { Config } from "../config.ts";
import { createOrm, type StatementLimits } from "./orm.ts";
import { replaceOldMigrations } from "./replace-old-migrations.ts";

/**
 * A migration may take any time to fill a large table. Waiting for a lock is limited, because later
 * statements queue behind it.
 */
const LIMITS: StatementLimits = { statementMs: 0, lockMs: 60_000 };

/**
 * Migrates the database to the latest version; returns the names of the migrations it ran. Safe to call if
 * there is nothing to do.
 */
export async function migrate(config: Pick<Config, "DATABASE_URL" | "DATABASE_POOL">): Promise<string[]> {
  const orm = await createOrm(config, [], "owner", LIMITS);
  try {
    await replaceOldMigrations(orm);
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    await orm.close();
  }
}
