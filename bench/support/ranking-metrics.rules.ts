/** Relevance of documents for one query; missing ones are irrelevant. */
export type Judgements = ReadonlyMap<string, number>;

const discount = (rank: number): number => 1 / Math.log2(rank + 2);

/** Normalised discounted cumulative gain of the first `k`, linear gains, 0 to 1. */
export function ndcgAt(k: number, ranked: readonly string[], judged: Judgements): number {
  const gain = ranked.slice(0, k).reduce((sum, id, rank) => sum + (judged.get(id) ?? 0) * discount(rank), 0);
  const ideal = [...judged.values()]
    .sort((a, b) => b - a)
    .slice(0, k)
    .reduce((sum, relevance, rank) => sum + relevance * discount(rank), 0);
  return ideal === 0 ? 0 : gain / ideal;
}

/** The reciprocal rank of the first relevant document among the first `k`; 0 if there is none. */
export function reciprocalRankAt(k: number, ranked: readonly string[], judged: Judgements): number {
  const rank = ranked.slice(0, k).findIndex((id) => (judged.get(id) ?? 0) > 0);
  return rank < 0 ? 0 : 1 / (rank + 1);
}

/** Share of the relevant documents among the first `k`. */
export function recallAt(k: number, ranked: readonly string[], judged: Judgements): number {
  const relevant = [...judged].filter(([, relevance]) => relevance > 0).map(([id]) => id);
  const top = new Set(ranked.slice(0, k));
  return relevant.length === 0 ? 0 : relevant.filter((id) => top.has(id)).length / relevant.length;
}
