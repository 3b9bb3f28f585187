/** Below this, a passage has nothing to do with the query: words of another language reach 0.005. */
const LEAST_SIMILARITY = 0.01;

/** Whether a passage is worth showing: it is similar to the query, or has a word of it. */
export const isRelevant = ({ similarity, highlight }: { similarity: number; highlight: string }): boolean =>
  similarity >= LEAST_SIMILARITY || highlight.includes("<mark>");
