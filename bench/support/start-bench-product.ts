import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { Pool } from "pg";
import type { Config } from "../../platform/config.ts";
import {
  UNLIMITED,
  startApiProcess,
  startServerProcess,
  type ServerProcess,
} from "../../testkit/api-process.ts";
import { createScratchPlace } from "../../testkit/scratch-place.ts";
import { startWorkerProcess, type WorkerProcess } from "../../testkit/worker-process.ts";
import { removeTraces } from "../../testkit/remove-traces.ts";

/** API and worker as operators run them, each in its own process. */
export interface BenchProduct {
  config: Config;
  pool: Pool;
  api: ServerProcess;
  worker: WorkerProcess;
  /** Also starts the search service. */
  startSearch(): Promise<ServerProcess>;
  stop(): Promise<void>;
}

/** The search service listens on its own port, whatever PORT says. */
const startSearch = async ({ config, api }: Pick<BenchProduct, "config" | "api">): Promise<ServerProcess> =>
  startServerProcess({
    args: ["retrieval/main.ts"],
    environment: {
      ...process.env,
      NODE_ENV: "production",
      ...UNLIMITED,
      ENCRYPTION_KEY: config.encryptionKey.toString("base64"),
      DATABASE_URL: config.DATABASE_URL,
      DATA_DIR: config.DATA_DIR,
      ELASTICSEARCH_INDEX_PREFIX: config.ELASTICSEARCH_INDEX_PREFIX,
      BACKEND_URL: api.origin,
      PUBLIC_URL: api.origin,
      RETRIEVAL_PORT: "",
    },
    logFile: join(config.DATA_DIR, "retrieval.log"),
    path: "/health",
  });

/** On the configured servers, in a database, index and task queues of its own that `stop` removes. */
export async function startBenchProduct(): Promise<BenchProduct> {
  const given = { ENCRYPTION_KEY: randomBytes(32).toString("base64"), WEBHOOK_ALLOWED_CIDRS: "127.0.0.0/8" };
  const { config, pool, remove } = await createScratchPlace(given);
  const {
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    ELASTICSEARCH_INDEX_PREFIX,
    TEMPORAL_TASK_QUEUE,
  } = config;
  const environment = { ...given, ELASTICSEARCH_INDEX_PREFIX, TEMPORAL_TASK_QUEUE };
  const started: { stop(): Promise<void> }[] = [];
  const keep = <T extends { stop(): Promise<void> }>(part: T): T => {
    started.push(part);
    return part;
  };
  const stop = async (): Promise<void> => {
    for (const each of started.toReversed()) await each.stop();
    await removeTraces(config);
    await remove();
  };
  try {
    const api = keep(await startApiProcess({ databaseUrl, folder, environment }));
    const worker = keep(await startWorkerProcess(config));
    const search = async () => keep(await startSearch({ config, api }));
    return { config, pool, api, worker, startSearch: search, stop };
  } catch (error) {
    // Parts that did not start cannot be removed; the first error names the reason.
    await stop().catch(() => undefined);
    throw error;
  }
}
