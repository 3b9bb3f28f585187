import { Pool } from "pg";
import type { Config } from "../platform/config.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { guardConnections } from "../platform/database/guard-connections.ts";
import type { Logger } from "../platform/logger.ts";
import { serveMeasured } from "../platform/process/serve-measured.ts";
import { APP_ROLE_OPTIONS, setCallers } from "../platform/database/set-callers.ts";
import type { RunningServer } from "../platform/web/run-server.ts";
import { createFairSlots, type FairSlots } from "../platform/concurrency/fair-slots.ts";
import { createChunkStore } from "./search/chunk-store.ts";
import { createCheckAccess } from "./server/check-access.ts";
import { createRetrievalApp, type RetrievalAppDeps } from "./server/retrieval-app.ts";
import { startSearchEngine, type SearchEngine } from "./server/search-engine.ts";
import { readyOrUnavailable } from "./server/starting.ts";
import { createVerifyKey } from "./server/verify-key.ts";
import { createVerifyToken } from "./server/verify-token.ts";

const CONNECT_MS = 2_000;
const STATEMENT_MS = 4_000;
const POOL_SIZE = 10;

function createPool(config: Config, logger: Logger): Pool {
  const pool = new Pool({
    connectionString: config.DATABASE_URL,
    options: APP_ROLE_OPTIONS,
    max: Math.min(config.DATABASE_POOL, POOL_SIZE),
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    application_name: "retrieval",
  });
  guardConnections(pool, STATEMENT_MS);
  setCallers(pool);
  // An idle connection closed by PostgreSQL is replaced at the next query; without a listener, the event
  // would end the process.
  pool.on("error", (err) => logger.warn({ err }, "An idle database connection was lost"));
  return pool;
}

/** The parts of the service by name, with their details for `/health`. */
function componentsOf({ embedder, comparison, checkIndex }: SearchEngine, ping: () => Promise<void>) {
  return {
    database: { check: () => ping().then(() => ({})) },
    index: { check: () => checkIndex().then(() => ({})) },
    embedding_model: {
      check: () => Promise.resolve({ name: embedder.get().model, dimension: embedder.get().dimension }),
    },
    reranker: {
      check: () => {
        const { kind, name } = comparison.get().reranker;
        return Promise.resolve({ kind, name });
      },
    },
  } satisfies RetrievalAppDeps["components"];
}

/**
 * Scoring keeps the processors busy; in the meantime a second search can wait for Elasticsearch and the
 * database. More at once would only wait for each other, quiet callers behind greedy ones. The waiting limit
 * leaves time for the search.
 */
const SEARCHES = { what: "searches", slots: 2, waitingEach: 32, waitMs: 2_500 };

/** Other numbers of slots are for benchmarks only. */
export const createSearchSlots = (slots = SEARCHES.slots): FairSlots =>
  createFairSlots({ ...SEARCHES, slots });

/**
 * Sets up the search service. It listens at once, so that `/health` can report what is missing, and warms up
 * in the background.
 */
export async function startRetrieval(config: Config, logger: Logger): Promise<RunningServer> {
  const stopping = new AbortController();
  const pool = createPool(config, logger);
  const client = createElasticsearch(config);
  const chunkStore = createChunkStore(pool);
  const engine = startSearchEngine({ config, client, chunkStore, logger, signal: stopping.signal });
  const { backendUrl, issuer, audience } = config;
  const app = createRetrievalApp({
    searcher: () => readyOrUnavailable(engine.searcher),
    facts: () => {
      const { reranker } = readyOrUnavailable(engine.comparison);
      const { kind, name } = reranker;
      const cache = reranker.cache?.();
      const { model, dimension } = readyOrUnavailable(engine.embedder);
      return { embedding_model: model, dimension, reranker: { kind, name, ...(cache && { cache }) } };
    },
    chunkStore,
    verifyToken: createVerifyToken({ backendUrl, issuer, audience }),
    verifyKey: createVerifyKey(backendUrl),
    checkAccess: createCheckAccess({ backendUrl, logger }),
    slots: createSearchSlots(),
    components: componentsOf(engine, () => chunkStore.ping()),
    similarityThreshold: config.SIMILARITY_THRESHOLD,
    limits: { perMinute: config.REQUESTS_PER_MINUTE, perHour: config.REQUESTS_PER_HOUR },
    logger,
  });
  const { HOST: host, RETRIEVAL_PORT: port, RETRIEVAL_METRICS_PORT: metricsPort } = config;
  const server = await serveMeasured(app, { host, port, metricsPort }, logger);
  logger.info({ port: server.port }, "The search service is listening");
  const stop = async (): Promise<void> => {
    stopping.abort(new Error("The service is stopping"));
    await server.stop();
    await engine.close();
    await Promise.all([pool.end(), client.close()]);
  };
  return { port: server.port, stop };
}
