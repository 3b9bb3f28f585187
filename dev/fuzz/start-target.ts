import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { removeTraces } from "../../testkit/remove-traces.ts";
import { createScratchDatabase } from "../../testkit/scratch-database.ts";
import { loadConfig, type Config } from "../../platform/config.ts";
import { newId } from "../../platform/ids.ts";
import { fillOrganisation } from "../demo/organisation/fill-organisation.ts";
import { openPeople } from "../demo/organisation/people.ts";
import { SYSTEMS_ADDRESS, startDemoSystems } from "../demo/organisation/start-demo-systems.ts";
import { seedDemo } from "../seed.ts";
import { freePort } from "../../testkit/free-port.ts";
import { productParts, startPart } from "../stack/product.ts";
import type { Supervisor } from "../stack/supervisor.ts";

export const PASSWORD = "fuzz-fuzz-fuzz-fuzz";
const MANY = "1000000000";

export interface FuzzTarget {
  baseUrl: string;
  /** JSON lines of the processes. */
  logFiles: readonly string[];
  /** The ids of the accounts that sign in. */
  accounts: ReadonlySet<string>;
  /** Removes its database, indices and schedules; `supervisor` ends the processes. */
  drop(): Promise<void>;
}

/** Fills the demo organisation, with its systems, as `npm start` does. Returns the ids of its accounts. */
async function fill(config: Config): Promise<Set<string>> {
  const url = config.backendUrl;
  const systems = await startDemoSystems(await freePort());
  try {
    await fillOrganisation({ url, password: PASSWORD, config, systemsUrl: systems?.url ?? null });
  } finally {
    await systems?.stop();
  }
  const { admin, manager, auditor, customer } = await openPeople(url, PASSWORD);
  return new Set([admin.id, manager.id, auditor.id, customer.id]);
}

/** The product as operators run it, with the demo organisation in a separate database and high limits. */
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
    WEBHOOK_ALLOWED_CIDRS: SYSTEMS_ADDRESS,
    SIGN_IN_PER_MINUTE: MANY,
    REQUESTS_PER_MINUTE: MANY,
    REQUESTS_PER_HOUR: MANY,
    LOG_LEVEL: "warn",
    // Values that are too long must reach our own limits, not Node's for all headers together.
    NODE_OPTIONS: "--max-http-header-size=131072",
  };
  const config = loadConfig(environment);
  const drop = async (): Promise<void> => {
    await removeTraces(config);
    await database.drop();
  };
  await mkdir(environment.DATA_DIR, { recursive: true });
  const options = { supervisor, environment, logDir: folder, log: () => undefined };
  try {
    await seedDemo(config);
    const processes = await Promise.all(productParts(config).map((part) => startPart(part, options)));
    const logFiles = processes.map(({ logFile }) => logFile);
    return { baseUrl, logFiles, accounts: await fill(config), drop };
  } catch (error) {
    await supervisor.stopAll();
    await drop();
    throw error;
  }
}
