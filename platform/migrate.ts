import type { Config } from "./config.ts";
import { createOrm } from "./orm.ts";

/** Brings the database to the newest migration; answers the names of those it ran. Safe to call when there is nothing to do. */
export async function migrate(config: Pick<Config, "DATABASE_URL" | "DATABASE_POOL">): Promise<string[]> {
  const orm = await createOrm(config, []);
  try {
    const done = await orm.migrator.up();
    return done.map((migration) => migration.name);
  } finally {
    await orm.close();
  }
}
