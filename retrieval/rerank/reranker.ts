import type { CacheStats } from "../../platform/concurrency/byte-cache.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";

export interface RerankPassage {
  chunkId: string;
  text: string;
  /** `title > heading > path`, read before the text. */
  prefix: string;
}

export interface RerankQuestion {
  text: string;
  /** Null if the model could not read the query. */
  embedding: QueryEmbedding | null;
}

/** Compares query and passage more closely than the index can. */
export interface Reranker {
  /** The model's name in `/health` and `/stats`. */
  readonly name: string;
  /** A cross-encoder may decide alone; late interaction is one signal among others. */
  readonly kind: "cross-encoder" | "late-interaction";
  /**
   * Reads the data for scoring these passages in advance, while others are still being found, and compares them with the
   * query if it is embedded.
   */
  prepare?(chunkIds: readonly string[], embedding: QueryEmbedding | null): Promise<void>;
  /**
   * One score per passage, 0 to 1, higher is better, in order; null for passages beyond what it can read for
   * one query. Rejects if `signal` aborts.
   */
  score(
    question: RerankQuestion,
    passages: readonly RerankPassage[],
    signal?: AbortSignal,
  ): Promise<(number | null)[]>;
  /** Its passage cache; absent if each query needs its own reading. */
  cache?(): CacheStats;
  /** Frees what this reranker opened itself. */
  close(): Promise<void>;
}
