import type { CacheStats } from "../../platform/byte-cache.ts";

export interface Passage {
  text: string;
  /** `title > heading > path`, read before the text. */
  prefix: string;
}

/** Reads query and passage closer than the index can. */
export interface Reranker {
  /** The model, as `/health` and `/stats` name it. */
  readonly name: string;
  /** A cross-encoder may decide alone; late interaction is one signal among others. */
  readonly kind: "cross-encoder" | "late-interaction";
  /** One score per passage, 0..1, higher is better, in the order of the passages. Rejects when `signal` aborts. */
  score(query: string, passages: readonly Passage[], signal?: AbortSignal): Promise<number[]>;
  /** What it remembers of passages it read; absent when each question needs a reading of its own. */
  cache?(): CacheStats;
  /** Frees what this reranker itself opened. */
  close(): Promise<void>;
}
