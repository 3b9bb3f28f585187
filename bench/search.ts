import { readArgs } from "../dev/read-args.ts";
import { readNumbers } from "../dev/read-number.ts";
import { percentile } from "../testkit/percentiles.ts";
import { fillProject } from "../testkit/scratch-database.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { idOf } from "../testkit/synthetic-chunks.ts";
import { makeBenchPassages, type BenchPassages } from "./support/bench-passages.ts";
import type { BenchStack } from "./support/bench-stack.ts";
import { measureClients } from "./support/measure-clients.ts";
import { measureIngesting } from "./support/measure-ingesting.ts";
import { measureLatency, type Latencies } from "./support/measure-latency.ts";
import { answerExactly, measureRecall } from "./support/measure-recall.ts";
import { measureStorage } from "./support/measure-storage.ts";
import { createScratchIndex } from "./support/scratch-index.ts";
import { serveBenchSearch, type ServedSearch } from "./support/serve-bench-search.ts";
import { withSearchParts, type SearchParts } from "./support/with-search-parts.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";

const TENTH = "tenth";
const SHARES = [0.5, 0.95, 0.99];
const TARGET_RATIO = 1.3;
const TARGET_RECALL = 0.98;

const HELP = `npm run bench:search [-- --sizes 1000,10000,100000 --clients 1,16 --unsigned --ingesting]

Measures POST /search over loopback HTTP and its parts (embedding the query, the slower of kNN and BM25, reranking), and
how much of the exact answer kNN finds. Uses the configured PostgreSQL and Elasticsearch, in a separate database and
indices, which it removes. The parts and the whole take turns, so that both see the same machine.

--sizes      numbers of passages, measured one after the other; passages are created one at a time, so memory is no limit
--clients    also measures searches/s of this many users, each of whom searches all the time
--unsigned   with --clients: also without stored signs, where the model reads 12 passages for each search
--ingesting  also measures searches while a worker reads documents; needs Temporal
`;

const options = {
  sizes: { type: "string", default: "1000,10000,100000" },
  clients: { type: "string" },
  unsigned: { type: "boolean", default: false },
  ingesting: { type: "boolean", default: false },
} as const;
const { sizes, clients, unsigned, ingesting } = readArgs({ help: HELP, options }, (values) => ({
  sizes: readNumbers("sizes", values.sizes),
  clients: values.clients === undefined ? [] : readNumbers("clients", values.clients),
  unsigned: values.unsigned,
  ingesting: values.ingesting,
}));

const row = (size: number, what: string, values: readonly number[]) =>
  log(`| ${size} | ${what} | ${SHARES.map((share) => percentile(values, share).toFixed(1)).join(" | ")} |`);
const figure = (size: number, what: string, value: string) => log(`| ${size} | ${what} | ${value} | | |`);

function reportLatency(size: number, { parts, whole }: Latencies): void {
  for (const [name, values] of Object.entries(parts)) row(size, name, values);
  const sums = parts.embed.map(
    (embed, i) => embed + Math.max(parts.knn[i] ?? 0, parts.bm25[i] ?? 0) + (parts.rerank[i] ?? 0),
  );
  row(size, "sum of parts", sums);
  row(size, "POST /search", whole);
  const ratio = percentile(whole, 0.5) / percentile(sums, 0.5);
  figure(size, `/search : sum, p50 (target ${TARGET_RATIO})`, ratio.toFixed(2));
}

async function reportClients(
  size: number,
  { search, how }: { search: ServedSearch; how: string },
  random: () => number,
): Promise<void> {
  for (const count of clients) {
    const { perSecond, took, refused } = await measureClients(search, count, random);
    row(size, `POST /search${how}, ${count} users`, took);
    figure(size, `searches/s${how}, ${count} users; ${refused} refused`, perSecond.toFixed(1));
  }
}

async function reportUnsigned(size: number, stack: BenchStack, random: () => number): Promise<void> {
  const search = await serveBenchSearch(stack);
  try {
    await reportClients(size, { search, how: " without signs" }, random);
  } finally {
    await search.close();
  }
}

async function reportIngesting(size: number, search: ServedSearch, random: () => number): Promise<void> {
  const times = await measureIngesting(search, random);
  row(size, "POST /search, worker idle", times.idle);
  row(size, "POST /search, worker reading", times.ingesting);
  const ratio = percentile(times.ingesting, 0.5) / percentile(times.idle, 0.5);
  figure(size, "reading : idle, p50 (target 2)", ratio.toFixed(2));
}

interface Place {
  size: number;
  projectId: string;
  evidenceIds: string[];
  made: BenchPassages;
}

/** Every tenth passage also has a type that stands for a project of a tenth. */
function* placed({ size, evidenceIds, made }: Place, step = 1) {
  for (let n = 0; n < size; n += step) yield { ...idOf(evidenceIds, n), n, vector: made.vectorOf(n) };
}

function* indexable(place: Place) {
  const shared = { projectId: place.projectId, title: "Policy", headings: [] };
  for (const { n, ...one } of placed(place))
    yield { ...one, ...shared, text: place.made.textOf(n), evidenceTypes: n % 10 === 0 ? [TENTH] : [] };
}

async function measure(size: number, made: BenchPassages, parts: SearchParts): Promise<void> {
  const random = seededRandom(size);
  const index = await createScratchIndex(parts.client, parts.embedder);
  try {
    const project = await fillProject(parts.pool, { count: size, ...made });
    const place = { size, made, ...project };
    await index.put(indexable(place));
    const stack: BenchStack = { ...parts, chunkIndex: index.chunkIndex, projectId: project.projectId };
    const search = await serveBenchSearch(stack);
    try {
      reportLatency(size, await measureLatency(stack, search, random));
      await reportClients(size, { search, how: "" }, random);
      if (unsigned) await reportUnsigned(size, { ...stack, ...parts.unsigned }, random);
      if (ingesting) await reportIngesting(size, search, random);
    } finally {
      await search.close();
    }
    const { embedder } = parts;
    const whole = await measureRecall(stack, await answerExactly(embedder, placed(place), random));
    figure(size, `recall@10, whole index (target ${TARGET_RECALL})`, whole.toFixed(3));
    const tenth = await measureRecall(stack, await answerExactly(embedder, placed(place, 10), random), TENTH);
    figure(size, "recall@10, project of a tenth", tenth.toFixed(3));
    for (const line of await measureStorage(stack, size)) log(line);
  } finally {
    await index.drop();
  }
}

const bench = (): Promise<void> =>
  withSearchParts({}, async (parts) => {
    const { embedder, reranker } = parts;
    const made = await makeBenchPassages(embedder);
    log(`${describeMachine()}; ${describeLoad()}; ${embedder.model}; ${reranker.name}`);
    log("\n| passages | what | p50 ms | p95 ms | p99 ms |\n|--|--|--|--|--|");
    for (const size of sizes) await measure(size, made, parts);
  });

await bench();
