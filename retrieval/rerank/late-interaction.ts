import { meanMatch, signMatches } from "../embedding/token-signs.rules.ts";
import { distinctiveWeights } from "./distinctive-weights.rules.ts";
import type { PassageSigns } from "./passage-signs.ts";
import type { Reranker } from "./reranker.ts";

/** The number of passages without stored signs that the model reads while a user waits. */
const MAX_READ = 12;

/** Compares word pieces by the signs stored when the passages were embedded. */
export function createLateInteraction(passageSigns: PassageSigns): Reranker {
  return {
    name: `late interaction (${passageSigns.model})`,
    kind: "late-interaction",
    prepare: (chunkIds) => passageSigns.prepare(chunkIds),
    async score({ embedding }, passages, signal) {
      if (embedding === null) return passages.map(() => null);
      const signs = await passageSigns.of(passages, MAX_READ, signal);
      const there = signs.filter((one) => one !== undefined);
      const compared = signMatches(embedding, there);
      const weights = distinctiveWeights(compared);
      const scores = compared.matches.map((match) => meanMatch(match, weights)).values();
      return signs.map((one) => (one === undefined ? null : (scores.next().value ?? null)));
    },
    cache: () => passageSigns.cache(),
    // The embedder belongs to its creator.
    close: () => Promise.resolve(),
  };
}
