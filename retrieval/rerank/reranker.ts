import type { CacheStats } from "../../platform/byte-cache.ts";

export interface Passage {
  text: string;
  /** `title > heading > path`, read before the text. */
  prefix: string;
}

/** Compares query and passage more closely than the index can. */
export interface Reranker {
  /** The model's name in `/health` and `/stats`. */
  readonly name: string;
  /** A cross-encoder may decide alone; late interaction is one signal among others. */
  readonly kind: "cross-encoder" | "late-interaction";
  /** One score per passage, 0 to 1, higher is better, in order. Rejects if `signal` aborts. */
  score(query: string, passages: readonly Passage[], signal?: AbortSignal): Promise<number[]>;
  /** Its passage cache; absent if each query needs its own reading. */
  cache?(): CacheStats;
  /** Frees what this reranker opened itself. */
  close(): Promise<void>;
}
