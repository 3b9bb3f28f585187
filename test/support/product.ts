import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { removeTraces } from "../../testkit/remove-traces.ts";
import type { SharedCounts } from "../../api/gateway/shared-counts.ts";
import { startApi } from "../../api/start-api.ts";
import { freePort } from "../../testkit/free-port.ts";
import { prepareSigningKeys } from "../../testkit/prepare-signing-keys.ts";
import { entities } from "../../domain/entities.ts";
import type { Role } from "../../domain/users/user.rules.ts";
import type { Clock } from "../../platform/clock.ts";
import { loadConfig, type Config } from "../../platform/config.ts";
import { newId } from "../../platform/ids.ts";
import { createLogger, type Logger } from "../../platform/logger.ts";
import { createOrm, type Orm } from "../../platform/database/orm.ts";
import { createApiClient, type ApiClient } from "./api-client.ts";
import { watchRequestsInTransactions } from "./requests-in-transactions.ts";
import { PASSWORD, createPerson, type Person, type PersonOptions } from "./people.ts";
import { createTestDatabase } from "./test-database.ts";

type Part = "worker" | "retrieval";

export interface ProductOptions {
  /** The parts to run in addition to the API. */
  parts?: readonly Part[];
  /** Environment variables that differ from the test stack's. */
  environment?: Record<string, string>;
  /** The API's clock. */
  clock?: Clock;
  /** Counts requests; by default as in production, so a busy database makes limits less exact. */
  counts?: (config: Config, logger: Logger) => SharedCounts;
  /** The destination of log lines; none by default. */
  logger?: Logger;
  /** `host:port` for reaching the database, such as a proxy's; the server's own by default. */
  databaseAddress?: string;
}

export interface SignedIn extends ApiClient, Person {}

/**
 * The product on the test stack: a separate database, index, task queue and blob folder, and its parts in
 * this process.
 */
export interface Product {
  config: Config;
  orm: Orm;
  anonymous: ApiClient;
  /** A new user of the role, signed in through the API. */
  signIn(role: Role, options?: PersonOptions): Promise<SignedIn>;
  /** Starts another part; stopping the product stops it too. */
  start(part: Part): Promise<Stoppable>;
  stop(): Promise<void>;
}

interface Stoppable {
  stop(): Promise<void>;
}

// Imported on demand: most tests need no model, and the native parts load slowly.
const START: Record<Part, (config: Config, logger: Logger) => Promise<Stoppable>> = {
  retrieval: async (...args) => (await import("../../retrieval/start-retrieval.ts")).startRetrieval(...args),
  worker: async (...args) => (await import("../../workers/start-workers.ts")).startWorkers(...args),
};

async function configure(url: string, environment: Record<string, string>): Promise<Config> {
  const id = newId().slice(-12);
  return loadConfig({
    ...process.env,
    NODE_ENV: "test",
    DATABASE_URL: url,
    DATA_DIR: await mkdtemp(join(tmpdir(), "product-")),
    ELASTICSEARCH_INDEX_PREFIX: `test-${id}-`,
    TEMPORAL_TASK_QUEUE: `test-${id}`,
    PORT: String(await freePort()),
    RETRIEVAL_PORT: String(await freePort()),
    DATABASE_POOL: "8",
    // All tests sign in from the same address.
    SIGN_IN_PER_MINUTE: "10000",
    EMBEDDING_THREADS: "1",
    LOG_LEVEL: process.env["TEST_LOG_LEVEL"] ?? "silent",
    ...environment,
  });
}

const at = (url: string, host: string): string => Object.assign(new URL(url), { host }).toString();

/** The parts besides the API. */
function createParts(config: Config, logger: Logger) {
  const running = new Set<Stoppable>();
  let hadWorker = false;
  return {
    async start(part: Part): Promise<Stoppable> {
      const started = await START[part](config, logger);
      hadWorker ||= part === "worker";
      running.add(started);
      return {
        async stop() {
          if (running.delete(started)) await started.stop();
        },
      };
    },
    hadWorker: () => hadWorker,
    async stop(): Promise<void> {
      for (const part of [...running].toReversed()) await part.stop();
    },
  };
}

/** Starts the API and the requested parts. Stop it in `afterAll`. */
export async function startProduct(options: ProductOptions = {}): Promise<Product> {
  const { parts = [], environment = {} } = options;
  const database = await createTestDatabase();
  const url =
    options.databaseAddress === undefined ? database.url : at(database.url, options.databaseAddress);
  const config = await configure(url, environment);
  const logger = options.logger ?? createLogger("test", config.LOG_LEVEL);
  // Bypasses proxies of a test, which inspects the stored data.
  const direct = environment["DATABASE_URL"] ?? database.url;
  const orm = await createOrm({ DATABASE_URL: direct, DATABASE_POOL: 2 }, entities);
  await prepareSigningKeys(orm.em.fork(), config.encryptionKey);
  const api = await startApi(config, logger, options.clock, options.counts?.(config, logger));
  const others = createParts(config, logger);
  const watch = watchRequestsInTransactions(orm);
  for (const part of parts) await others.start(part);
  const anonymous = createApiClient(config.backendUrl);
  return {
    config,
    orm,
    anonymous,
    start: others.start,
    async signIn(role, options) {
      const person = await createPerson(orm, role, options);
      const { data } = await anonymous.send("POST", "/api/v1/auth/login", {
        email: person.email,
        password: PASSWORD,
      });
      return { ...createApiClient(config.backendUrl, data.tokens.access_token), ...person };
    },
    async stop() {
      await others.stop();
      await api.stop();
      await orm.close();
      await database.drop();
      await removeTraces(config, { hadWorker: others.hadWorker() });
      await rm(config.DATA_DIR, { recursive: true, force: true });
      watch.stop();
    },
  };
}
