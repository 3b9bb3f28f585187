import { setTimeout as sleep } from "node:timers/promises";
import { readArgs } from "../dev/read-args.ts";
import { loadConfig } from "../platform/config.ts";
import { createElasticsearch } from "../platform/elasticsearch.ts";
import { createFairSlots, type FairSlots } from "../platform/fair-slots.ts";
import { createEmbedder } from "../retrieval/embedding/embedder.ts";
import { createReranker } from "../retrieval/rerank/create-reranker.ts";
import { createSearchSlots } from "../retrieval/server/create-search-slots.ts";
import { serveApp, startBenchBackend } from "./support/bench-backend.ts";
import { createBenchSearchApp } from "./support/create-bench-search-app.ts";
import type { BenchStack } from "./support/measure-latency.ts";
import { percentile, timed } from "./support/percentiles.ts";
import { createScratchDatabase, fillProject } from "./support/scratch-database.ts";
import { createScratchIndex } from "./support/scratch-index.ts";
import { idOf, near, seededRandom, syntheticQuery, syntheticText } from "./support/synthetic-chunks.ts";

const PASSAGES = 1_000;
const EMBEDDED = 40;
const SEED = 11;
/** How many searches of the greedy caller are under way at any time. */
const GREEDY = [0, 24, 100];
const UNLIMITED = { what: "searches", slots: 1_000, waitingEach: 1_000, waitMs: 60_000 };

const HELP = `npm run bench:shares-search [-- --queries 40]

How long a quiet caller, who searches one after the other, waits beside a greedy one who always has 24 or 100 searches under
way: without a share for each caller, and with it. Uses the configured PostgreSQL and Elasticsearch, in a database and an index
of its own that it removes again.
`;

const options = { queries: { type: "string", default: "40" } } as const;
const queries = readArgs({ help: HELP, options }, (values) => Number(values.queries));
const say = (line: string) => process.stdout.write(`${line}\n`);

type Ask = (userId: string, query: string) => Promise<number>;

/** Asks one search; answers its status. */
async function askerOf(url: string, { backend, projectId }: BenchStack): Promise<Ask> {
  const tokens = { quiet: await backend.tokenFor("quiet"), greedy: await backend.tokenFor("greedy") };
  return async (userId, query) => {
    const response = await fetch(`${url}/search`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${tokens[userId as keyof typeof tokens]}`,
        "content-type": "application/json",
      },
      body: JSON.stringify({ query, project_id: projectId, user_id: userId }),
    });
    await response.arrayBuffer();
    return response.status;
  };
}

/** Keeps so many searches under way until told to stop; answers what each was answered. */
function searchGreedily(ask: Ask, parallel: number, random: () => number) {
  const statuses: number[] = [];
  let stopped = false;
  const one = async (): Promise<void> => {
    while (!stopped) {
      const status = await ask("greedy", syntheticQuery(random));
      statuses.push(status);
      // A client with manners: 429 and 503 say when to come again.
      if (status !== 200) await sleep(1_000);
    }
  };
  const all = Array.from({ length: parallel }, one);
  return async (): Promise<number[]> => {
    stopped = true;
    await Promise.all(all);
    return statuses;
  };
}

async function measure(what: string, slots: FairSlots, stack: BenchStack): Promise<void> {
  const server = await serveApp(createBenchSearchApp(stack, slots));
  const random = seededRandom(SEED);
  try {
    const ask = await askerOf(server.url, stack);
    for (let i = 0; i < 3; i++) await ask("quiet", syntheticQuery(random));
    let alone = Number.NaN;
    for (const parallel of GREEDY) {
      const start = performance.now();
      const stop = searchGreedily(ask, parallel, random);
      await sleep(parallel === 0 ? 0 : 1_000);
      const [took, failed] = [[] as number[], [] as number[]];
      for (let i = 0; i < queries; i++) {
        const { value: status, milliseconds } = await timed(() => ask("quiet", syntheticQuery(random)));
        took.push(milliseconds);
        if (status !== 200) failed.push(status);
      }
      const answered = await stop();
      const seconds = (performance.now() - start) / 1_000;
      const p99 = percentile(took, 0.99);
      if (parallel === 0) alone = p99;
      const served = answered.filter((status) => status === 200).length;
      say(
        `| ${what} | ${parallel} | ${percentile(took, 0.5).toFixed(0)} | ${p99.toFixed(0)} | ${(p99 / alone).toFixed(1)} | ${failed.length} | ${(served / seconds).toFixed(1)} | ${answered.length - served} |`,
      );
    }
  } finally {
    await server.close();
  }
}

/** Passages of one project, in the database and in an index of their own. */
async function fill(
  parts: Omit<BenchStack, "chunkIndex" | "projectId">,
): Promise<{ stack: BenchStack; drop(): Promise<void> }> {
  const random = seededRandom(SEED);
  const texts = Array.from({ length: PASSAGES }, () => syntheticText(random));
  const vectors = await parts.embedder.embed(texts.slice(0, EMBEDDED));
  const { projectId, evidenceIds } = await fillProject(parts.pool, texts);
  const index = await createScratchIndex(parts.client, parts.embedder);
  const shared = { projectId, title: "Policy", headings: [], evidenceTypes: [] };
  await index.put(
    texts.map((text, n) => ({
      ...shared,
      ...idOf(evidenceIds, n),
      text,
      vector: near(vectors[n % EMBEDDED] ?? new Float32Array(), random),
    })),
  );
  return { stack: { ...parts, chunkIndex: index.chunkIndex, projectId }, drop: index.drop };
}

async function bench(): Promise<void> {
  const config = loadConfig();
  const client = createElasticsearch(config);
  const embedder = await createEmbedder({
    modelDir: config.MODEL_DIR,
    cacheMegabytes: config.RERANK_CACHE_MB,
  });
  const reranker = await createReranker({
    modelDir: config.MODEL_DIR,
    rerankModel: config.RERANK_MODEL,
    embedder,
  });
  const [database, backend] = [await createScratchDatabase(config.DATABASE_URL), await startBenchBackend()];
  try {
    const { stack, drop } = await fill({ config, client, embedder, reranker, pool: database.pool, backend });
    say(
      "| shares | greedy, parallel | quiet p50 ms | quiet p99 ms | : alone | quiet refused | greedy served/s | greedy refused |",
    );
    say("|--|--|--|--|--|--|--|--|");
    try {
      await measure("none", createFairSlots(UNLIMITED), stack);
      await measure("each caller", createSearchSlots(), stack);
    } finally {
      await drop();
    }
  } finally {
    await backend.close();
    await database.drop();
    await reranker.close();
    await embedder.close();
    await client.close();
  }
}

await bench();
