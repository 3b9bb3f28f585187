import { paired } from "../../platform/paired.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";
import { meanMatch, signMatches } from "../embedding/token-signs.rules.ts";
import { distinctiveWeights } from "./distinctive-weights.rules.ts";
import type { PassageSigns } from "./passage-signs.ts";
import type { Reranker } from "./reranker.ts";

/** The number of passages without stored signs that the model reads while a user waits. */
const MAX_READ = 12;

/** The query's weights, and the passages compared with it so far, by chunk id. */
interface Comparison {
  weights: readonly number[];
  matches: Map<string, Float64Array>;
}

/** Compares each passage with a query once, however early. */
function createComparisons() {
  const known = new WeakMap<QueryEmbedding, Comparison["matches"]>();
  return (embedding: QueryEmbedding, signs: ReadonlyMap<string, Uint8Array>): Comparison => {
    const matches = known.get(embedding) ?? new Map<string, Float64Array>();
    known.set(embedding, matches);
    const fresh = new Map([...signs].filter(([chunkId]) => !matches.has(chunkId)));
    const compared = signMatches(embedding, [...fresh.values()]);
    for (const [chunkId, match] of paired([...fresh.keys()], compared.matches)) matches.set(chunkId, match);
    return { weights: compared.weights, matches };
  };
}

/** Compares word pieces by the signs stored when the passages were embedded. */
export function createLateInteraction(passageSigns: PassageSigns): Reranker {
  const compare = createComparisons();
  return {
    name: `late interaction (${passageSigns.model})`,
    kind: "late-interaction",
    async prepare(chunkIds, embedding) {
      const signs = await passageSigns.prepare(chunkIds);
      if (embedding !== null) compare(embedding, signs);
    },
    async score({ embedding }, passages, signal) {
      if (embedding === null) return passages.map(() => null);
      const read = await passageSigns.of(passages, MAX_READ, signal);
      const signs = passages.flatMap(({ chunkId }, i) =>
        read[i] === undefined ? [] : [[chunkId, read[i]] as const],
      );
      const { weights, matches } = compare(embedding, new Map(signs));
      const own = signs.map(([chunkId]) => matches.get(chunkId)!);
      const distinctive = distinctiveWeights({ weights, matches: own });
      const scores = own.map((match) => meanMatch(match, distinctive)).values();
      return read.map((one) => (one === undefined ? null : (scores.next().value ?? null)));
    },
    cache: () => passageSigns.cache(),
    // The embedder belongs to its creator.
    close: () => Promise.resolve(),
  };
}
