import { createByteCache } from "../../platform/concurrency/byte-cache.ts";
import type { Embedder } from "../embedding/embedder.ts";
import { signQuery, signSimilarities } from "../embedding/token-signs.rules.ts";
import type { RerankPassage, Reranker } from "./reranker.ts";

const MEGABYTE = 1024 * 1024;
/** The number of passages without stored signs that the model reads while a user waits. */
const MOST_READ = 12;

export interface LateInteractionOptions {
  embedder: Pick<Embedder, "model" | "embedPassages">;
  /** The stored signs of these passages by chunk id; passages without signs from this model are missing. */
  storedSigns(chunkIds: readonly string[], model: string): Promise<ReadonlyMap<string, Uint8Array>>;
  /** Memory for caching signs: about 7 kB for a full passage. None by default. */
  cacheMegabytes?: number | undefined;
}

/** Compares word pieces by the signs stored when the passages were embedded. */
export function createLateInteraction(options: LateInteractionOptions): Reranker {
  const { embedder, storedSigns, cacheMegabytes = 0 } = options;
  const cache = createByteCache<Uint8Array>(cacheMegabytes * MEGABYTE, (signs) => signs.byteLength);

  async function read(passages: readonly RerankPassage[], signal: AbortSignal | undefined) {
    const texts = passages.slice(0, MOST_READ).map(({ prefix, text }) => `${prefix}\n${text}`);
    const made = texts.length === 0 ? [] : await embedder.embedPassages(texts, signal, "interactive");
    return new Map(made.map(({ signs }, i) => [passages[i]!.chunkId, signs]));
  }

  async function signsOf(passages: readonly RerankPassage[], signal: AbortSignal | undefined) {
    const known = new Map(passages.map(({ chunkId }) => [chunkId, cache.get(chunkId)]));
    const unknown = passages.filter(({ chunkId }) => known.get(chunkId) === undefined);
    const ids = unknown.map(({ chunkId }) => chunkId);
    const kept = ids.length === 0 ? new Map<string, Uint8Array>() : await storedSigns(ids, embedder.model);
    const made = await read(
      unknown.filter(({ chunkId }) => !kept.has(chunkId)),
      signal,
    );
    for (const [chunkId, signs] of [...kept, ...made]) {
      cache.set(chunkId, signs);
      known.set(chunkId, signs);
    }
    return passages.map(({ chunkId }) => known.get(chunkId));
  }

  return {
    name: `late interaction (${embedder.model})`,
    kind: "late-interaction",
    async score({ embedding }, passages, signal) {
      if (embedding === null) return passages.map(() => null);
      const signs = await signsOf(passages, signal);
      const there = signs.filter((one) => one !== undefined);
      const scores = signSimilarities(signQuery(embedding.pieces, embedding.weights), there).values();
      return signs.map((one) => (one === undefined ? null : (scores.next().value ?? null)));
    },
    cache: () => cache.stats(),
    // The embedder belongs to its creator.
    close: () => Promise.resolve(),
  };
}
