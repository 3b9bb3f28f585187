import { createByteCache, type CacheStats } from "../../platform/concurrency/byte-cache.ts";
import { paired } from "../../platform/paired.ts";
import type { Embedder } from "../embedding/embedder.ts";
import type { RerankPassage } from "./reranker.ts";

const MEGABYTE = 1024 * 1024;
/** Caches the candidates of running searches, so that their best sentences need no second look-up. */
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
  /** The stored signs of these passages; brings them into the cache, and counts how many were there. */
  prepare(chunkIds: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * One element per passage, in order. The model reads at most `maxRead` passages without stored signs; the
   * others are undefined.
   */
  of(
    passages: readonly RerankPassage[],
    maxRead: number,
    signal?: AbortSignal,
  ): Promise<(Uint8Array | undefined)[]>;
  cache(): CacheStats;
}

export function createPassageSigns(options: PassageSignsOptions): PassageSigns {
  const { embedder, storedSigns, cacheMegabytes = 0 } = options;
  const capacity = Math.max(LEAST_MEGABYTES, cacheMegabytes) * MEGABYTE;
  const cache = createByteCache<Uint8Array>(capacity, (signs) => signs.byteLength);

  type Found = ReadonlyMap<string, Uint8Array>;
  const keep = (found: Found): Found => {
    for (const [chunkId, signs] of found) cache.set(chunkId, signs);
    return found;
  };

  const stored = async (chunkIds: readonly string[]): Promise<Found> =>
    chunkIds.length === 0 ? new Map() : keep(await storedSigns(chunkIds, embedder.model));

  async function read(passages: readonly RerankPassage[], signal: AbortSignal | undefined): Promise<Found> {
    const texts = passages.map(({ prefix, text }) => `${prefix}\n${text}`);
    const made = texts.length === 0 ? [] : await embedder.embedPassages(texts, signal, "interactive");
    return keep(new Map(paired(passages, made).map(([{ chunkId }, { signs }]) => [chunkId, signs])));
  }

  return {
    model: embedder.model,
    prepare: async (chunkIds) => {
      const cached = new Map(
        chunkIds.flatMap((chunkId) => {
          const signs = cache.get(chunkId);
          return signs === undefined ? [] : [[chunkId, signs] as const];
        }),
      );
      return new Map([...cached, ...(await stored(chunkIds.filter((chunkId) => !cached.has(chunkId))))]);
    },
    async of(passages, maxRead, signal) {
      const ids = passages.map(({ chunkId }) => chunkId);
      const cached = new Map(ids.map((chunkId) => [chunkId, cache.peek(chunkId)]));
      const kept = await stored(ids.filter((chunkId) => cached.get(chunkId) === undefined));
      const known = (chunkId: string) => cached.get(chunkId) ?? kept.get(chunkId);
      const unread = passages.filter(({ chunkId }) => known(chunkId) === undefined).slice(0, maxRead);
      const made = await read(unread, signal);
      return ids.map((chunkId) => known(chunkId) ?? made.get(chunkId));
    },
    cache: () => cache.stats(),
  };
}
