import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { dropIndices } from "../../testkit/drop-indices.ts";
import { createScratchDatabase } from "../../testkit/scratch-database.ts";
import { loadConfig } from "../../platform/config.ts";
import { createElasticsearch } from "../../platform/retrieval/elasticsearch.ts";
import { newId } from "../../platform/ids.ts";
import { seedDemo } from "../seed.ts";
import { freePort } from "../../testkit/free-port.ts";
import { productParts, startPart } from "../stack/product.ts";
import type { Supervisor } from "../stack/supervisor.ts";

export const PASSWORD = "fuzz-fuzz-fuzz-fuzz";
const MANY = "1000000000";

export interface FuzzTarget {
  baseUrl: string;
  /** JSON lines of the API. */
  logFile: string;
  /** Removes its database; `supervisor` ends the processes. */
  drop(): Promise<void>;
}

/**
 * API and search service as operators run them, with the demo organisation in a separate database and high
 * limits.
 */
export async function startTarget(supervisor: Supervisor, folder: string): Promise<FuzzTarget> {
  const database = await createScratchDatabase(loadConfig().DATABASE_URL);
  const [port, retrievalPort] = [await freePort(), await freePort()];
  const baseUrl = `http://127.0.0.1:${port}`;
  const id = newId().slice(-12);
  const environment = {
    ...process.env,
    PORT: String(port),
    BACKEND_URL: baseUrl,
    RETRIEVAL_PORT: String(retrievalPort),
    RETRIEVAL_URL: `http://127.0.0.1:${retrievalPort}`,
    DATABASE_URL: database.url,
    DATA_DIR: join(folder, "data"),
    ELASTICSEARCH_INDEX_PREFIX: `fuzz-${id}-`,
    TEMPORAL_TASK_QUEUE: `fuzz-${id}`,
    DEMO_PASSWORD: PASSWORD,
    SIGN_IN_PER_MINUTE: MANY,
    REQUESTS_PER_MINUTE: MANY,
    REQUESTS_PER_HOUR: MANY,
    LOG_LEVEL: "warn",
    // Values that are too long must reach our own limits, not Node's for all headers together.
    NODE_OPTIONS: "--max-http-header-size=131072",
  };
  const config = loadConfig(environment);
  const drop = async (): Promise<void> => {
    await dropIndices(createElasticsearch(config), config.ELASTICSEARCH_INDEX_PREFIX);
    await database.drop();
  };
  await mkdir(environment.DATA_DIR, { recursive: true });
  try {
    await seedDemo(config);
    // Questions are answered by a search, even if nothing has been ingested.
    const parts = productParts(config).filter(({ name }) => name !== "Worker");
    await Promise.all(
      parts.map((part) => startPart(part, { supervisor, environment, logDir: folder, log: () => undefined })),
    );
  } catch (error) {
    await supervisor.stopAll();
    await drop();
    throw error;
  }
  return { baseUrl, logFile: join(folder, "api.log"), drop };
}
