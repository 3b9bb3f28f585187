import type { QueryEmbedding } from "../embedding/embedding.ts";
import type { Reranker } from "../rerank/reranker.ts";
import { withDeadline } from "./deadline.ts";
import type { FusedHit, Hit } from "./fusion.rules.ts";
import { onceEach } from "./once-each.ts";
import type { Retrievers } from "./retrievers.ts";

/** Candidates that late interaction scores: comparing stored signs costs little. */
export const COMPARED = 50;
/** The other half of the candidates usually comes from the other retriever. */
const COMPARED_AHEAD = COMPARED / 2;

export interface RankingReadsDeps {
  retrievers: Pick<Retrievers, "cosines">;
  reranker: Reranker | null;
  /** Whether the reranker scores the candidates of this search. */
  isRescored: boolean;
  /** The number of candidates that are kept. */
  count: number;
  projectId: string;
  evidenceTypes: readonly string[];
  /** Milliseconds for each read, from its start. */
  limitMs(): number;
  signal?: AbortSignal | undefined;
}

/** What ranking needs besides the passages themselves. Each search reads it once for each passage. */
export interface RankingReads {
  /**
   * Starts reading and comparing the hits of the retriever that answered first, while the other is still running. With
   * an embedding, also their cosines, which only the semantic retriever's own hits have.
   */
  ahead(hits: readonly Hit[], embedding: QueryEmbedding | null): void;
  /** Brings the stored signs of the hits that are compared into the reranker's cache, and compares them with the query. */
  signs(hits: readonly Pick<Hit, "id">[], embedding: QueryEmbedding | null): Promise<void>;
  /** The cosines of those hits that only the keyword retriever found; none without an embedding. */
  cosines(
    hits: readonly Pick<FusedHit, "id" | "semantic">[],
    embedding: QueryEmbedding | null,
  ): Promise<ReadonlyMap<string, number>>;
}

const idsOf = (hits: readonly Pick<Hit, "id">[]): string[] => hits.map(({ id }) => id);

export function createRankingReads(deps: RankingReadsDeps): RankingReads {
  const { retrievers, reranker, isRescored, count, projectId, evidenceTypes, limitMs, signal } = deps;
  const known = new Map<string, number>();
  const readSigns = onceEach((ids, embedding: QueryEmbedding | null) =>
    withDeadline("Reading ahead", limitMs(), signal, async () => reranker?.prepare?.(ids, embedding)),
  );
  const readCosines = onceEach(async (ids, { vector }: QueryEmbedding) => {
    const found = await withDeadline("Completing the scores", limitMs(), signal, (ended) =>
      retrievers.cosines(vector, ids, { projectId, evidenceTypes, signal: ended }),
    );
    for (const [id, cosine] of found) known.set(id, cosine);
  });
  const signs: RankingReads["signs"] = async (hits, embedding) => {
    if (isRescored) await readSigns(idsOf(hits.slice(0, COMPARED)), embedding);
  };
  const cosines: RankingReads["cosines"] = async (hits, embedding) => {
    if (embedding === null) return new Map();
    await readCosines(idsOf(hits.filter(({ semantic }) => semantic === null)), embedding);
    return known;
  };
  return {
    ahead: (hits, embedding) => {
      // A failure matters only when these passages are needed later.
      const ignored = () => undefined;
      signs(hits.slice(0, COMPARED_AHEAD), embedding).catch(ignored);
      const unscored = hits.slice(0, count).map(({ id }) => ({ id, semantic: null }));
      cosines(unscored, embedding).catch(ignored);
    },
    signs,
    cosines,
  };
}
