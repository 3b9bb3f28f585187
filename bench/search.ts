import { cpus, totalmem } from "node:os";
import { readArgs } from "../dev/read-args.ts";
import { storableSigns } from "../retrieval/embedding/token-signs.rules.ts";
import { measureLatency, type Latencies } from "./support/measure-latency.ts";
import { measureRecall } from "./support/measure-recall.ts";
import { percentile } from "../testkit/percentiles.ts";
import { fillProject } from "../testkit/scratch-database.ts";
import { createScratchIndex } from "./support/scratch-index.ts";
import { idOf, near, seededRandom, syntheticText } from "../testkit/synthetic-chunks.ts";
import { measureStorage } from "./support/measure-storage.ts";
import { withSearchParts, type SearchParts } from "./support/with-search-parts.ts";

const EMBEDDED = 300;
const TENTH = "tenth";
const SEED = 7;
const SHARES = [0.5, 0.95, 0.99];
const TARGET_RATIO = 1.3;
const TARGET_RECALL = 0.98;

const HELP = `npm run bench:search [-- --sizes 1000,10000,100000]

Measures POST /search over loopback HTTP and its parts (embedding the query, the slower of kNN and BM25, reranking), and
how much of the exact answer HNSW finds. Uses the configured PostgreSQL and Elasticsearch, in a separate database and
indices, which it removes. The parts and the whole take turns, so that both see the same machine.
`;

const options = { sizes: { type: "string", default: "1000,10000,100000" } } as const;
const sizes = readArgs({ help: HELP, options }, (values) => values.sizes.split(",").map(Number));

const log = (line: string) => process.stdout.write(`${line}\n`);

const row = (size: number, what: string, values: readonly number[]) =>
  log(`| ${size} | ${what} | ${SHARES.map((share) => percentile(values, share).toFixed(1)).join(" | ")} |`);

function report(size: number, { parts, whole }: Latencies, recall: { all: number; project: number }): void {
  for (const [name, values] of Object.entries(parts)) row(size, name, values);
  const sums = parts.embed.map(
    (embed, i) => embed + Math.max(parts.knn[i] ?? 0, parts.bm25[i] ?? 0) + (parts.rerank[i] ?? 0),
  );
  row(size, "sum of parts", sums);
  row(size, "POST /search", whole);
  const ratio = percentile(whole, 0.5) / percentile(sums, 0.5);
  log(`| ${size} | /search : sum, p50 (target ${TARGET_RATIO}) | ${ratio.toFixed(2)} | | |`);
  log(`| ${size} | recall@10, whole index (target ${TARGET_RECALL}) | ${recall.all.toFixed(3)} | | |`);
  log(`| ${size} | recall@10, project of a tenth | ${recall.project.toFixed(3)} | | |`);
}

/**
 * The passages of one measurement: all in the project, and every tenth also with a type that stands for a
 * project of a tenth.
 */
function* passages(
  size: number,
  base: readonly Base[],
  random: () => number,
  evidenceIds: readonly string[],
  texts: readonly string[],
) {
  for (let n = 0; n < size; n++) {
    const vector = base[n]?.vector ?? near(base[n % EMBEDDED]?.vector ?? new Float32Array(), random);
    yield {
      ...idOf(evidenceIds, n),
      vector,
      text: texts[n] ?? "",
      evidenceTypes: n % 10 === 0 ? [TENTH] : [],
    };
  }
}

interface Base {
  text: string;
  vector: Float32Array;
  /** As stored. */
  signs: Buffer;
}

async function measure(size: number, base: readonly Base[], stack: SearchParts): Promise<void> {
  const random = seededRandom(size);
  const index = await createScratchIndex(stack.client, stack.embedder);
  try {
    const texts = Array.from({ length: size }, (_, n) => base[n]?.text ?? syntheticText(random));
    const { projectId, evidenceIds } = await fillProject(stack.pool, texts, (n) => base[n % EMBEDDED]!.signs);
    const known = [...passages(size, base, random, evidenceIds, texts)];
    const shared = { projectId, title: "Policy", headings: [] };
    await index.put(known.map((passage) => ({ ...passage, ...shared })));
    const full = { ...stack, chunkIndex: index.chunkIndex, projectId };
    const latencies = await measureLatency(full, random);
    const all = await measureRecall(full, known, random);
    report(size, latencies, { all, project: await measureRecall(full, known, random, TENTH) });
    for (const line of await measureStorage(full, size)) log(line);
  } finally {
    await index.drop();
  }
}

const bench = (): Promise<void> =>
  withSearchParts({}, async (parts) => {
    const { embedder, reranker } = parts;
    const random = seededRandom(SEED);
    const texts = Array.from({ length: EMBEDDED }, () => syntheticText(random));
    const embeddings = await embedder.embedPassages(texts);
    const base = embeddings.map(({ vector, signs }, i) => ({
      text: texts[i]!,
      vector,
      signs: storableSigns(signs, embedder.model),
    }));
    log(
      `${cpus().length} processors (${cpus()[0]?.model}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${embedder.model}; ${reranker.name}`,
    );
    log(
      `${EMBEDDED} passages are embedded; the others have their vectors, moved at random, and their signs; every text is its own.`,
    );
    log("\n| passages | what | p50 ms | p95 ms | p99 ms |\n|--|--|--|--|--|");
    for (const size of sizes) await measure(size, base, parts);
  });

await bench();
