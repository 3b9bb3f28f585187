/** One hit of a retriever, best first within its list. */
export interface Hit {
  id: string;
  /** Semantic: cosine, -1 to 1. Keyword: score as a share of the query's best, 0 to 1. */
  score: number;
  /**
   * Keyword retriever: share of the query's identifiers (CC6.1, A.8.24) that the passage contains; absent if
   * the query has none.
   */
  exact?: number;
}

export interface FusedHit {
  id: string;
  /** Cosine; null if the semantic retriever did not return the hit. */
  semantic: number | null;
  /** 0 to 1; null if the keyword retriever did not return the hit. */
  keyword: number | null;
  /** Share of the query's identifiers that the passage contains, 0 to 1. */
  exact: number;
  /**
   * Weighted RRF as a share of the maximum (first in both lists), 0 to 1. For ordering only, not a
   * similarity.
   */
  fused: number;
}

export interface FusionWeights {
  semantic: number;
  keyword: number;
}

/** Reduces the difference between the first ranks (Cormack et al. 2009). */
const RRF_CONSTANT = 60;

const shareOfRank = (weight: number, index: number): number => weight / (RRF_CONSTANT + index + 1);

/**
 * Weighted reciprocal rank fusion of two ranked lists; ties are broken by id, so the order is deterministic.
 * Containing the query's identifiers counts as much as ranking first in both lists: a query for CC6.1 does
 * not mean CC6.7, however similar the rest of the sentence.
 */
export function fuse(semantic: readonly Hit[], keyword: readonly Hit[], weights: FusionWeights): FusedHit[] {
  const fused = new Map<string, FusedHit>();
  const hitOf = (id: string): FusedHit => {
    const known = fused.get(id) ?? { id, semantic: null, keyword: null, exact: 0, fused: 0 };
    fused.set(id, known);
    return known;
  };
  const exactWeight = keyword.some((hit) => hit.exact) ? weights.semantic + weights.keyword : 0;
  const best = shareOfRank(weights.semantic + weights.keyword + exactWeight, 0) || 1;
  semantic.forEach(({ id, score }, i) => {
    const hit = hitOf(id);
    hit.semantic = score;
    hit.fused += shareOfRank(weights.semantic, i) / best;
  });
  keyword.forEach(({ id, score, exact = 0 }, i) => {
    const hit = hitOf(id);
    hit.keyword = score;
    hit.exact = exact;
    hit.fused += (shareOfRank(weights.keyword, i) + exact * shareOfRank(exactWeight, 0)) / best;
  });
  return [...fused.values()]
    .map((hit) => ({ ...hit, fused: Math.min(1, hit.fused) }))
    .sort((a, b) => b.fused - a.fused || (a.id < b.id ? -1 : 1));
}

/** Scores of a query's keyword hits as shares of the best one, because BM25 has no upper bound. */
export function normaliseKeyword(hits: readonly Hit[]): Hit[] {
  const best = Math.max(0, ...hits.map((hit) => hit.score));
  return hits.map((hit) => ({ ...hit, score: best > 0 ? hit.score / best : 0 }));
}

/** Elasticsearch returns (1 + cosine) / 2 for cosine similarity. */
export const cosineOf = (knnScore: number): number => 2 * knnScore - 1;
