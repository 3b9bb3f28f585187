/**
 * Converts the logits of a pair to 0 to 1. A single logit is the relevance (sigmoid); of two, the second
 * means "relevant" (softmax). Throws for other models, which are not rerankers.
 */
export function probabilityOf(logits: ArrayLike<number>): number {
  const [first, second] = [logits[0], logits[1]];
  if (first === undefined || logits.length > 2) {
    throw new Error(`A reranker returns one or two values for a pair, not ${logits.length}`);
  }
  const logit = second === undefined ? first : second - first;
  return 1 / (1 + Math.exp(-logit));
}
