import type { Config } from "../../platform/config.ts";
import { migrate } from "../../platform/database/migrate.ts";
import { UnfinishedMigrationsError } from "../../platform/database/replace-old-migrations.ts";
import { checkDatabase } from "./check-database.ts";
import { StackError } from "./stack-error.ts";

/** PostgreSQL's code for a lock timeout. */
const LOCK_NOT_AVAILABLE = "55P03";

/**
 * Migrates the database to the latest version; returns the names of the migrations it ran. Throws StackError
 * for problems that users can fix.
 */
export async function runMigrations(config: Config): Promise<string[]> {
  await checkDatabase(config.DATABASE_URL);
  try {
    return await migrate(config);
  } catch (error) {
    if (error instanceof UnfinishedMigrationsError) throw new StackError(error.message, { cause: error });
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new StackError(
      "A migration waited a minute for a locked table, and changed nothing: run it again once the lock is released.",
      { cause: error },
    );
  }
}
