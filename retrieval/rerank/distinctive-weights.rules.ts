import type { SignMatches } from "../embedding/token-signs.rules.ts";

/** Keeps the odds of what every passage, or none, matches from being 0 or infinite. */
const LEAST = 0.001;

/**
 * The weights of a query's pieces among these passages: each weight times the odds against meeting its piece.
 * Words that all candidates contain, such as the topic of a document that is searched alone, do not
 * distinguish them; BM25 treats words in the same way.
 */
export function distinctiveWeights({ weights, matches }: SignMatches): number[] {
  return weights.map((weight, at) => {
    const met = matches.reduce((sum, match) => sum + match[at]!, 0) / matches.length;
    return (weight * (1 - met + LEAST)) / (met + LEAST);
  });
}
