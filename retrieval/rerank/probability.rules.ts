/**
 * Turns the logits of one pair into 0..1. One logit is the relevance itself (sigmoid); of two, the second says
 * "relevant" (softmax). Other models are not rerankers: throws.
 */
export function probabilityOf(logits: ArrayLike<number>): number {
  const [first, second] = [logits[0], logits[1]];
  if (first === undefined || logits.length > 2) {
    throw new Error(`A reranker gives one or two values for a pair, not ${logits.length}`);
  }
  const logit = second === undefined ? first : second - first;
  return 1 / (1 + Math.exp(-logit));
}
