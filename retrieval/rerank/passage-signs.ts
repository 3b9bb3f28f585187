import { createByteCache, type CacheStats } from "../../platform/concurrency/byte-cache.ts";
import type { Embedder } from "../embedding/embedder.ts";
import type { RerankPassage } from "./reranker.ts";

const MEGABYTE = 1024 * 1024;
/** Holds the candidates of the searches that run, so that their best sentences need no second look-up. */
const LEAST_MEGABYTES = 1;

export interface PassageSignsOptions {
  embedder: Pick<Embedder, "model" | "embedPassages">;
  /** The stored signs of these passages by chunk id; passages without signs from this model are missing. */
  storedSigns(chunkIds: readonly string[], model: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Memory for caching signs: about 7 kB for a full passage. At least 1. */
  cacheMegabytes?: number | undefined;
}

/** The signs of passages' word pieces: cached, stored, or from the model. */
export interface PassageSigns {
  readonly model: string;
  /**
   * One element per passage, in order. The model reads at most `mostRead` passages without stored signs; the
   * others are undefined.
   */
  of(
    passages: readonly RerankPassage[],
    mostRead: number,
    signal?: AbortSignal,
  ): Promise<(Uint8Array | undefined)[]>;
  cache(): CacheStats;
}

export function createPassageSigns(options: PassageSignsOptions): PassageSigns {
  const { embedder, storedSigns, cacheMegabytes = 0 } = options;
  const capacity = Math.max(LEAST_MEGABYTES, cacheMegabytes) * MEGABYTE;
  const cache = createByteCache<Uint8Array>(capacity, (signs) => signs.byteLength);

  async function read(passages: readonly RerankPassage[], signal: AbortSignal | undefined) {
    const texts = passages.map(({ prefix, text }) => `${prefix}\n${text}`);
    const made = texts.length === 0 ? [] : await embedder.embedPassages(texts, signal, "interactive");
    return new Map(made.map(({ signs }, i) => [passages[i]!.chunkId, signs]));
  }

  return {
    model: embedder.model,
    async of(passages, mostRead, signal) {
      const known = new Map(passages.map(({ chunkId }) => [chunkId, cache.get(chunkId)]));
      const unknown = passages.filter(({ chunkId }) => known.get(chunkId) === undefined);
      const ids = unknown.map(({ chunkId }) => chunkId);
      const kept = ids.length === 0 ? new Map<string, Uint8Array>() : await storedSigns(ids, embedder.model);
      const unread = unknown.filter(({ chunkId }) => !kept.has(chunkId)).slice(0, mostRead);
      for (const [chunkId, signs] of [...kept, ...(await read(unread, signal))]) {
        cache.set(chunkId, signs);
        known.set(chunkId, signs);
      }
      return passages.map(({ chunkId }) => known.get(chunkId));
    },
    cache: () => cache.stats(),
  };
}
