import type { JudgedQuery } from "./beir-set.ts";
import { ndcgAt, recallAt, reciprocalRankAt } from "./ranking-metrics.rules.ts";

export const METRICS = ["ndcg@10", "mrr@10", "recall@10", "recall@100"] as const;
export type Scores = Record<(typeof METRICS)[number], number>;

/** Ranked documents from ranked passages, by each document's best passage. */
export const documentsOf = (
  chunkIds: readonly string[],
  documentOf: ReadonlyMap<string, string>,
): string[] => [...new Set(chunkIds.flatMap((id) => documentOf.get(id) ?? []))];

/** Means over the queries; `rankings` maps a query's id to its ranked documents. */
export function scoreRankings(
  queries: readonly JudgedQuery[],
  rankings: ReadonlyMap<string, readonly string[]>,
): Scores {
  const mean = (measure: (ranked: readonly string[], query: JudgedQuery) => number) =>
    queries.reduce((sum, query) => sum + measure(rankings.get(query._id) ?? [], query), 0) /
    Math.max(1, queries.length);
  return {
    "ndcg@10": mean((ranked, { judged }) => ndcgAt(10, ranked, judged)),
    "mrr@10": mean((ranked, { judged }) => reciprocalRankAt(10, ranked, judged)),
    "recall@10": mean((ranked, { judged }) => recallAt(10, ranked, judged)),
    "recall@100": mean((ranked, { judged }) => recallAt(100, ranked, judged)),
  };
}
