import type { CacheStats } from "../../platform/byte-cache.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";

export interface Passage {
  chunkId: string;
  text: string;
  /** `title > heading > path`, read before the text. */
  prefix: string;
}

export interface Question {
  text: string;
  /** Null when the model could not read it. */
  embedding: QueryEmbedding | null;
}

/** Reads query and passage closer than the index can. */
export interface Reranker {
  /** The model's name in `/health` and `/stats`. */
  readonly name: string;
  /** A cross-encoder may decide alone; late interaction is one signal among others. */
  readonly kind: "cross-encoder" | "late-interaction";
  /**
   * One score per passage, 0..1, higher is better, in the order of the passages; null for those beyond what it can read
   * for one question. Rejects when `signal` aborts.
   */
  score(question: Question, passages: readonly Passage[], signal?: AbortSignal): Promise<(number | null)[]>;
  /** What it remembers of passages; absent when each question needs a reading of its own. */
  cache?(): CacheStats;
  /** Frees what this reranker opened itself. */
  close(): Promise<void>;
}
