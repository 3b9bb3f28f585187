import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { loadConfig, type Config } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { createScratchDatabase } from "./scratch-database.ts";

export interface ScratchPlace {
  config: Config;
  pool: Pool;
  /** Drops the database and deletes the folder; `removeTraces` removes the rest. */
  remove(): Promise<void>;
}

/**
 * A place for a product of its own on the configured servers: a database with the product's tables, an empty folder,
 * and unused names for indices and task queues.
 */
export async function createScratchPlace(environment: Record<string, string> = {}): Promise<ScratchPlace> {
  const database = await createScratchDatabase(loadConfig().DATABASE_URL);
  const folder = await mkdtemp(join(tmpdir(), "bench-"));
  const id = newId().slice(-12);
  const config = loadConfig({
    ...process.env,
    ...environment,
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ELASTICSEARCH_INDEX_PREFIX: `bench-${id}-`,
    TEMPORAL_TASK_QUEUE: `bench-${id}`,
  });
  const remove = async (): Promise<void> => {
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  };
  return { config, pool: database.pool, remove };
}
