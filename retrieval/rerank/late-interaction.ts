import type { Embedder } from "../embedding/embedder.ts";
import type { Reranker } from "./reranker.ts";

export type LateInteractionModel = Pick<Embedder, "model" | "maxSim" | "passageCache">;

/** Compares word pieces with the embedding model itself, so it needs no second model. */
export function createLateInteraction(options: { embedder: LateInteractionModel }): Reranker {
  const { embedder } = options;
  return {
    name: `late interaction (${embedder.model})`,
    kind: "late-interaction",
    score: (query, passages, signal) =>
      embedder.maxSim(
        query,
        passages.map(({ prefix, text }) => `${prefix}\n${text}`),
        signal,
      ),
    cache: () => embedder.passageCache(),
    // The embedder belongs to its creator.
    close: () => Promise.resolve(),
  };
}
