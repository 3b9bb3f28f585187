import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { EmbeddingResult, EmbeddingTask, EmbeddingWorkerData } from "./embedding-task.ts";
import { createByteCache, type ByteCache, type CacheStats } from "../../platform/byte-cache.ts";
import { readModelConfig } from "./model-folder.ts";
import { bytesOf, type PackedStates } from "./packed-states.rules.ts";
import { tokenBatches } from "./token-batches.rules.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { Lane, WorkerPool } from "./worker-pool.ts";

export interface Embedder {
  /** The model's name as in its folder; stored with the index. */
  readonly model: string;
  readonly dimension: number;
  /**
   * One vector of length 1 per text, in order. Only the beginning of a text counts if it is longer than the
   * model's input (256 word pieces). Rejects if `signal` aborts, the model fails, or the embedder is closed.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * Late interaction of a query with each passage, 0 to 1: how well the passage's word pieces match each one
   * of the query.
   */
  maxSim(query: string, passages: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** Statistics of the passage cache of `maxSim`. */
  passageCache(): CacheStats;
  /** Stops the threads; waiting tasks are rejected. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** The model folder; the embedding model is in its `embedding`. */
  modelDir: string;
  /** Model threads; one per processor by default. */
  threads?: number;
  /**
   * Memory for the model's output for passages in `maxSim`: about 70 kB for a full passage. None by default.
   */
  cacheMegabytes?: number;
}

type Pool = WorkerPool<EmbeddingTask, EmbeddingResult>;

/** Up to this many texts are a query or a preview, which take precedence over the batches of an ingestion. */
const INTERACTIVE_TEXTS = 4;
const TOKENIZE_TEXTS = 64;
const MEGABYTE = 1024 * 1024;
/** Word pieces in one batch: a query waits for at most one batch, about 60 ms on a common processor. */
const BATCH_TOKENS = 512;

interface Call {
  pool: Pool;
  lane: Lane;
  signal: AbortSignal | undefined;
}

function sliced<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}

async function idsOf({ pool, ...options }: Call, texts: readonly string[]): Promise<number[][]> {
  const parts = await Promise.all(
    sliced(texts, TOKENIZE_TEXTS).map((slice) => pool.run({ kind: "tokenize", texts: slice }, options)),
  );
  return parts.flatMap((part) => (part.kind === "ids" ? part.rows : []));
}

async function embedTexts(call: Call, texts: readonly string[]): Promise<Float32Array[]> {
  const { pool, ...options } = call;
  const ids = await idsOf(call, texts);
  const vectors: Float32Array[] = [];
  const lengths = ids.map((row) => row.length);
  await Promise.all(
    tokenBatches(lengths, BATCH_TOKENS).map(async (batch) => {
      const rows = batch.map((index) => ids[index] ?? []);
      const result = await pool.run({ kind: "embed", rows }, options);
      if (result.kind !== "vectors") throw new Error("The embedding thread gave no vectors");
      batch.forEach((index, row) => {
        vectors[index] = result.vectors[row] ?? new Float32Array();
      });
    }),
  );
  return vectors;
}

/** Deals round-robin, so that all shares get as many early items as each other. */
const dealt = <T>(items: readonly T[], shares: number): T[][] =>
  Array.from({ length: Math.min(shares, items.length) }, (_, share) =>
    items.filter((__, index) => index % shares === share),
  );

/**
 * Every thread gets an equal share of the passages, uncached ones first: the slowest thread determines the
 * waiting time.
 */
async function scorePassages(
  call: Call,
  { cache, threads }: { cache: ByteCache<PackedStates>; threads: number },
  query: string,
  passages: readonly string[],
): Promise<number[]> {
  const { pool, ...options } = call;
  const known = passages.map((text, index) => ({ text, index, states: cache.get(text) }));
  const [unread, read] = [known.filter(({ states }) => !states), known.filter(({ states }) => states)];
  const [queryIds = [], ...unreadIds] = await idsOf(call, [query, ...unread.map(({ text }) => text)]);
  const items = [...unread, ...read].map((item, i) => ({
    ...item,
    input: item.states ?? unreadIds[i] ?? [],
  }));
  const scores: number[] = [];
  await Promise.all(
    dealt(items, threads).map(async (share) => {
      const inputs = share.map(({ input }) => input);
      const result = await pool.run({ kind: "max-sim", query: queryIds, passages: inputs }, options);
      if (result.kind !== "scores") throw new Error("The embedding thread gave no scores");
      share.forEach(({ text, index }, i) => {
        scores[index] = result.scores[i] ?? 0;
        const made = result.states[i];
        if (made) cache.set(text, made);
      });
    }),
  );
  return scores;
}

/** Loads the embedding model into a pool of threads. Rejects if the folder has no usable model. */
export async function createEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const folder = join(options.modelDir, "embedding");
  const { name, dimension, maxTokens } = await readModelConfig(folder);
  if (dimension === undefined) throw new Error(`${folder}/config.json does not say the dimension`);
  const threads = options.threads ?? availableParallelism();
  const data: EmbeddingWorkerData = { folder, maxTokens };
  const entry = new URL("./embedding-worker.ts", import.meta.url);
  const pool: Pool = await createWorkerPool({ entry, workers: threads, data });
  const cache = createByteCache((options.cacheMegabytes ?? 0) * MEGABYTE, bytesOf);
  return {
    model: name,
    dimension,
    embed(texts, signal) {
      const lane = texts.length <= INTERACTIVE_TEXTS ? "interactive" : "bulk";
      return embedTexts({ pool, lane, signal }, texts);
    },
    maxSim: (query, passages, signal) =>
      scorePassages({ pool, lane: "interactive", signal }, { cache, threads }, query, passages),
    passageCache: () => cache.stats(),
    close: () => pool.close(),
  };
}
