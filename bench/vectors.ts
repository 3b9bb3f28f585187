import { setTimeout as sleep } from "node:timers/promises";
import type { estypes } from "@elastic/elasticsearch";
import { readArgs } from "../dev/read-args.ts";
import { readNumbers } from "../dev/read-number.ts";
import { loadConfig } from "../platform/config.ts";
import { newId } from "../platform/ids.ts";
import { createElasticsearch } from "../platform/retrieval/elasticsearch.ts";
import { createEmbedder, type Embedder } from "../retrieval/embedding/embedder.ts";
import { percentile, timed } from "../testkit/percentiles.ts";
import { seededRandom } from "../testkit/seeded-random.ts";
import { idOf, CHUNKS_PER_EVIDENCE } from "../testkit/synthetic-chunks.ts";
import { createRetrievers } from "../retrieval/search/retrievers.ts";
import type { IndexableChunk } from "../retrieval/index/index-document.ts";
import { makeBenchPassages, type BenchPassages } from "./support/bench-passages.ts";
import { answerExactly, measureRecall, type ExactAnswer } from "./support/measure-recall.ts";
import { createScratchIndex, type ScratchIndex } from "./support/scratch-index.ts";
import { describeLoad, describeMachine, log } from "./support/log.ts";

type IndexType = estypes.MappingDenseVectorIndexOptionsType;

/** Three times the server's links: with fewer, some of very similar passages cannot be reached. */
const GRAPH = { m: 48, ef_construction: 100 };
const vectorsOf = (type: IndexType): estypes.MappingDenseVectorIndexOptions =>
  type.endsWith("hnsw") ? { type, ...GRAPH } : { type };

/** Passages of these types stand for projects with a part of all passages: every tenth, and every hundredth. */
const PARTS = { tenth: 10, hundredth: 100 };
const FETCHED = 100;
const ROUNDS = 4;
const KILOBYTE = 1_024;

const HELP = `npm run bench:vectors [-- --sizes 10000,100000 --types bbq_hnsw,bbq_flat --candidates 3,9 --merged]

Compares types of vector index: the time of the semantic retriever, how much of the exact answer it finds, and the
space on disk. Every search requests the same as the product's. Needs Elasticsearch only; the types take turns.

--sizes   numbers of passages, measured one after the other; 300 are embedded, the others are random variations
--types   dense_vector index types of Elasticsearch
--candidates  passages compared by their full vectors for each requested hit, at most 10; the product's by default
--merged  also after merging each index into a single segment, which takes hours for graphs of a million passages
`;

const options = {
  sizes: { type: "string", default: "10000,100000" },
  types: { type: "string", default: "bbq_hnsw,bbq_flat" },
  candidates: { type: "string", default: "9" },
  merged: { type: "boolean", default: false },
} as const;
const { sizes, types, candidates, merged } = readArgs({ help: HELP, options }, (values) => {
  return {
    sizes: readNumbers("sizes", values.sizes, { from: 1_000 }),
    types: values.types.split(",") as IndexType[],
    candidates: readNumbers("candidates", values.candidates),
    merged: values.merged,
  };
});

const client = createElasticsearch(loadConfig());

interface TypedIndex extends ScratchIndex {
  type: IndexType;
}

/** Writes every passage to all indices. */
async function fill(indices: readonly TypedIndex[], passages: () => Iterable<IndexableChunk>): Promise<void> {
  for (const index of indices) {
    const { milliseconds } = await timed(() => index.put(passages()));
    log(`| | ${index.type} | written in ${(milliseconds / 1_000).toFixed(0)} s | | | | | | | |`);
  }
}

async function shapeOf({ chunkIndex }: TypedIndex): Promise<{ segments: number; bytes: number }> {
  const { _all: all } = await client.indices.stats({
    index: chunkIndex.alias,
    metric: ["store", "segments"],
  });
  return {
    segments: all.primaries?.segments?.count ?? 0,
    bytes: all.primaries?.store?.size_in_bytes ?? 0,
  };
}

/** Merges into a single segment, however long that takes. */
async function mergeAll(index: TypedIndex): Promise<void> {
  const { alias } = index.chunkIndex;
  await client.indices.forcemerge({ index: alias, max_num_segments: 1, wait_for_completion: false });
  while ((await shapeOf(index)).segments > 1) await sleep(1_000);
}

interface Variant {
  index: TypedIndex;
  candidatesPerHit: number;
}

/** One search of each variant, one after the other, so that all of them see the same machine. */
async function timeSearches(variants: readonly Variant[], { projectId, whole }: Questions, type?: string) {
  const took = variants.map((): number[] => []);
  const evidenceTypes = type === undefined ? [] : [type];
  const request = { projectId, evidenceTypes, size: FETCHED, signal: new AbortController().signal };
  for (let round = 0; round <= ROUNDS; round++)
    for (const { vector } of whole)
      for (const [i, { index, ...variant }] of variants.entries()) {
        const retrievers = createRetrievers({ client, chunkIndex: index.chunkIndex, ...variant });
        const { milliseconds } = await timed(() => retrievers.semantic(vector, request));
        // The first round warms up.
        if (round > 0) took[i]!.push(milliseconds);
      }
  return took;
}

interface Questions {
  projectId: string;
  whole: readonly ExactAnswer[];
  tenth: readonly ExactAnswer[];
}

async function report(indices: readonly TypedIndex[], size: number, questions: Questions): Promise<void> {
  const variants = indices.flatMap((index) =>
    candidates.map((candidatesPerHit) => ({ index, candidatesPerHit })),
  );
  const [whole, part] = [
    await timeSearches(variants, questions),
    await timeSearches(variants, questions, "hundredth"),
  ];
  for (const [i, { index, ...variant }] of variants.entries()) {
    const { segments, bytes } = await shapeOf(index);
    const stack = { client, projectId: questions.projectId, chunkIndex: index.chunkIndex, ...variant };
    const recalls = [
      await measureRecall(stack, questions.whole),
      await measureRecall(stack, questions.tenth, "tenth"),
    ].map((recall) => recall.toFixed(3));
    const times = [percentile(whole[i]!, 0.5), percentile(whole[i]!, 0.95), percentile(part[i]!, 0.5)];
    const cells = [
      size,
      index.type,
      variant.candidatesPerHit * FETCHED,
      segments,
      ...times.map((ms) => ms.toFixed(1)),
    ];
    log(`| ${[...cells, ...recalls, (bytes / size / KILOBYTE).toFixed(2)].join(" | ")} |`);
  }
}

const typesOf = (n: number): string[] =>
  Object.entries(PARTS).flatMap(([type, step]) => (n % step === 0 ? [type] : []));

async function measure(size: number, made: BenchPassages, embedder: Embedder): Promise<void> {
  const random = seededRandom(size);
  const projectId = newId();
  const evidenceIds = Array.from({ length: Math.ceil(size / CHUNKS_PER_EVIDENCE) }, newId);
  function* known(step: number) {
    for (let n = 0; n < size; n += step) yield { ...idOf(evidenceIds, n), n, vector: made.vectorOf(n) };
  }
  function* passages(): Generator<IndexableChunk> {
    for (const { n, ...one } of known(1))
      yield {
        ...one,
        projectId,
        title: "",
        headings: [],
        text: "",
        evidenceTypes: typesOf(n),
      };
  }
  const questions = {
    projectId,
    whole: await answerExactly(embedder, known(1), random),
    tenth: await answerExactly(embedder, known(PARTS.tenth), random),
  };
  const indices: TypedIndex[] = [];
  try {
    for (const type of types)
      indices.push({ type, ...(await createScratchIndex(client, embedder, vectorsOf(type))) });
    await fill(indices, passages);
    await report(indices, size, questions);
    if (!merged) return;
    for (const index of indices) await mergeAll(index);
    await report(indices, size, questions);
  } finally {
    for (const index of indices) await index.drop();
  }
}

const embedder = await createEmbedder({ modelDir: loadConfig().MODEL_DIR });
try {
  const made = await makeBenchPassages(embedder);
  log(
    `${describeMachine()}; ${describeLoad()}\n` +
      "\n| passages | type | candidates | segments | p50 ms | p95 ms | p50 of a hundredth | recall@10 | of a tenth | kB per passage |" +
      `\n${"|--".repeat(10)}|`,
  );
  for (const size of sizes) await measure(size, made, embedder);
} finally {
  await embedder.close();
  await client.close();
}
