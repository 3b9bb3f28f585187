/** One hit of one side, best first within its list. */
export interface SideHit {
  id: string;
  /** Semantic: cosine, -1..1. Keyword: score as a share of the query's best, 0..1. */
  score: number;
  /** Keyword side: share of the query's identifiers (CC6.1, A.8.24) that the passage names; absent when it names none. */
  exact?: number;
}

export interface FusedHit {
  id: string;
  /** Cosine; null when the semantic side did not return the hit. */
  semantic: number | null;
  /** 0..1; null when the keyword side did not return the hit. */
  keyword: number | null;
  /** Share of the query's identifiers that the passage names, 0..1. */
  exact: number;
  /** Weighted RRF as a share of the most a hit can reach (first everywhere), 0..1. For ordering, never a similarity. */
  fused: number;
}

export interface FusionWeights {
  semantic: number;
  keyword: number;
}

/** Damps the difference between the first ranks (Cormack et al. 2009). */
const RRF_CONSTANT = 60;

const shareOfRank = (weight: number, index: number): number => weight / (RRF_CONSTANT + index + 1);

/**
 * Weighted reciprocal rank fusion of two ranked lists; ties are broken by id, so that the order is always the same.
 * Naming the query's identifiers counts as much as being first on both sides: who asks for CC6.1 does not mean CC6.7,
 * however near the rest of the sentence is.
 */
export function fuse(
  semantic: readonly SideHit[],
  keyword: readonly SideHit[],
  weights: FusionWeights,
): FusedHit[] {
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

/** Scores of one query's keyword hits as shares of the best one: BM25 itself has no upper end. */
export function normaliseKeyword(hits: readonly SideHit[]): SideHit[] {
  const best = Math.max(0, ...hits.map((hit) => hit.score));
  return hits.map((hit) => ({ ...hit, score: best > 0 ? hit.score / best : 0 }));
}

/** Elasticsearch answers (1 + cosine) / 2 for vectors compared by cosine. */
export const cosineOf = (knnScore: number): number => 2 * knnScore - 1;
