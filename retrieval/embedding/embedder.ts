import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { EmbeddingResult, EmbeddingTask, EmbeddingWorkerData } from "./embedding-task.ts";
import { readModelConfig } from "./model-folder.ts";
import { tokenBatches } from "./token-batches.rules.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { Lane, WorkerPool } from "./worker-pool.ts";

export interface Embedder {
  /** Name of the model, as its folder states it; stored with the index. */
  readonly model: string;
  readonly dimension: number;
  /**
   * One vector of length 1 per text, in the order of the texts. A text longer than the model reads (256 word pieces)
   * counts with its beginning. Rejects when `signal` aborts, the model fails, or the embedder is closed.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /** Late interaction of a query with each passage, 0..1: how well each word piece of it is met by one of theirs. */
  maxSim(query: string, passages: readonly string[], signal?: AbortSignal): Promise<number[]>;
  /** Stops the threads; what still waits is rejected. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** The model folder; the embedding model is in its `embedding`. */
  modelDir: string;
  /** Model threads; one per processor by default. */
  threads?: number;
}

type Pool = WorkerPool<EmbeddingTask, EmbeddingResult>;

/** Up to so many texts are a query or a preview, and go before the batches of an ingestion. */
const INTERACTIVE_TEXTS = 4;
const TOKENIZE_TEXTS = 64;
/** Word pieces in one portion of work: a query waits for at most one, about 60 ms on a common processor. */
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

/** Every thread takes an equal share of the passages: a person waits for the slowest of them. */
async function scorePassages(
  call: Call,
  query: string,
  passages: readonly string[],
  threads: number,
): Promise<number[]> {
  const { pool, ...options } = call;
  const [queryIds = [], ...passageIds] = await idsOf(call, [query, ...passages]);
  const shares = sliced(passageIds, Math.max(1, Math.ceil(passageIds.length / threads)));
  const parts = await Promise.all(
    shares.map((share) => pool.run({ kind: "max-sim", query: queryIds, passages: share }, options)),
  );
  return parts.flatMap((part) => (part.kind === "scores" ? part.scores : []));
}

/** Loads the embedding model into a pool of threads. Rejects when the folder does not hold a usable model. */
export async function createEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const folder = join(options.modelDir, "embedding");
  const { name, dimension, maxTokens } = await readModelConfig(folder);
  if (dimension === undefined) throw new Error(`${folder}/config.json does not say the dimension`);
  const threads = options.threads ?? availableParallelism();
  const data: EmbeddingWorkerData = { folder, maxTokens };
  const entry = new URL("./embedding-worker.ts", import.meta.url);
  const pool: Pool = await createWorkerPool({ entry, workers: threads, data });
  return {
    model: name,
    dimension,
    embed(texts, signal) {
      const lane = texts.length <= INTERACTIVE_TEXTS ? "interactive" : "bulk";
      return embedTexts({ pool, lane, signal }, texts);
    },
    maxSim: (query, passages, signal) =>
      scorePassages({ pool, lane: "interactive", signal }, query, passages, threads),
    close: () => pool.close(),
  };
}
