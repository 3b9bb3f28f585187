import { availableParallelism } from "node:os";
import { join } from "node:path";
import type { ExtractedDocument } from "../../extraction/document.ts";
import { paired } from "../../platform/paired.ts";
import type { Chunk } from "../chunking/chunk-document.ts";
import type {
  Embedding,
  QueryEmbedding,
  EmbeddingResult,
  EmbeddingTask,
  EmbeddingWorkerData,
} from "./embedding.ts";
import type { PoolLane } from "./lane-queue.ts";
import { readModelConfig } from "./model-folder.ts";
import { slicesOf } from "./slices-of.rules.ts";
import { tokenBatches } from "./token-batches.rules.ts";
import { createWorkerPool } from "./worker-pool.ts";
import type { RunOptions, WorkerPool } from "./worker-pool.ts";

export interface Embedder {
  /** The model's name as in its folder; stored with the index. */
  readonly model: string;
  readonly dimension: number;
  /**
   * The passages of a document under this title. In a thread, because a table of 100,000 rows takes seconds,
   * during which a worker would send no heartbeats.
   */
  chunk(document: ExtractedDocument, title: string, signal?: AbortSignal): Promise<Chunk[]>;
  /**
   * One vector of length 1 per text, in order. Only the beginning of a text counts if it is longer than the
   * model's input (256 word pieces). Rejects if `signal` aborts, the model fails, or the embedder is closed.
   */
  embed(texts: readonly string[], signal?: AbortSignal): Promise<Float32Array[]>;
  /**
   * Also returns what late interaction needs. A few texts, or more in the `interactive` lane, go before the
   * batches of an ingestion, because a user is waiting. The texts of a small file pass those of a large one;
   * `owner` is the file, if these are not all of its texts.
   */
  embedPassages(
    texts: readonly string[],
    signal?: AbortSignal,
    lane?: PoolLane,
    owner?: object,
  ): Promise<Embedding[]>;
  /** The vector of a query and what late interaction needs of it, from one run of the model. */
  embedQuery(text: string, signal?: AbortSignal): Promise<QueryEmbedding>;
  /** Stops the threads; waiting tasks are rejected. */
  close(): Promise<void>;
}

export interface EmbedderOptions {
  /** The model folder; the embedding model is in its `embedding`. */
  modelDir: string;
  /** Model threads; one per processor by default. */
  threads?: number;
  /** Lowers the priority of the threads: no user waits for what they embed. */
  inBackground?: boolean;
}

type Pool = WorkerPool<EmbeddingTask, EmbeddingResult>;

/** Up to this many texts are a query or a preview, which take precedence over the batches of an ingestion. */
const INTERACTIVE_TEXTS = 4;
const TOKENIZE_TEXTS = 64;
/** Word pieces in one batch: a query waits for at most one batch, about 60 ms on a common processor. */
const BATCH_TOKENS = 512;

interface Call extends RunOptions {
  pool: Pool;
}

async function chunkInThread(
  { pool, ...options }: Call,
  document: ExtractedDocument,
  title: string,
): Promise<Chunk[]> {
  const result = await pool.run({ kind: "chunk", document, title }, options);
  if (result.kind !== "chunks") throw new Error("The embedding thread returned no passages");
  return result.chunks;
}

async function idsOf({ pool, ...options }: Call, texts: readonly string[]): Promise<number[][]> {
  const parts = await Promise.all(
    slicesOf(texts, TOKENIZE_TEXTS).map((slice) => pool.run({ kind: "tokenize", texts: slice }, options)),
  );
  return parts.flatMap((part) => {
    if (part.kind !== "ids") throw new Error("The embedding thread returned no word pieces");
    return part.rows;
  });
}

async function embedTexts(call: Call, texts: readonly string[]): Promise<Embedding[]> {
  const { pool, ...options } = call;
  const ids = await idsOf(call, texts);
  const embeddings: Embedding[] = [];
  const lengths = ids.map((row) => row.length);
  await Promise.all(
    tokenBatches(lengths, BATCH_TOKENS).map(async (batch) => {
      const rows = batch.map((index) => ids[index] ?? []);
      const result = await pool.run({ kind: "embed", rows }, options);
      if (result.kind !== "embeddings") throw new Error("The embedding thread returned no vectors");
      for (const [index, embedding] of paired(batch, result.embeddings)) embeddings[index] = embedding;
    }),
  );
  return embeddings;
}

/** In one task, because a user waits for it. */
async function runQuery({ pool, ...options }: Call, text: string): Promise<QueryEmbedding> {
  const result = await pool.run({ kind: "embed-query", text }, options);
  if (result.kind !== "query") throw new Error("The embedding thread returned no query");
  return result.query;
}

/** Loads the embedding model into a pool of threads. Rejects if the folder has no usable model. */
export async function createEmbedder(options: EmbedderOptions): Promise<Embedder> {
  const folder = join(options.modelDir, "embedding");
  const { name, dimension, maxTokens } = await readModelConfig(folder);
  if (dimension === undefined) throw new Error(`${folder}/config.json lacks the dimension`);
  const threads = options.threads ?? availableParallelism();
  const data: EmbeddingWorkerData = { folder, maxTokens, inBackground: options.inBackground === true };
  const entry = new URL("./embedding-worker.ts", import.meta.url);
  const pool: Pool = await createWorkerPool({ entry, workers: threads, data });
  const laneOf = (texts: readonly string[]): PoolLane =>
    texts.length <= INTERACTIVE_TEXTS ? "interactive" : "bulk";
  const embedPassages: Embedder["embedPassages"] = (texts, signal, lane = laneOf(texts), owner = texts) =>
    embedTexts({ pool, lane, owner, signal }, texts);
  return {
    model: name,
    dimension,
    chunk: (document, title, signal) => chunkInThread({ pool, signal }, document, title),
    embedPassages,
    embed: async (texts, signal) => (await embedPassages(texts, signal)).map(({ vector }) => vector),
    embedQuery: (text, signal) => runQuery({ pool, lane: "interactive", signal }, text),
    close: () => pool.close(),
  };
}
