import type { Logger } from "../../platform/logger.ts";
import { shortenPath } from "../chunking/shorten-path.rules.ts";
import type { Embedder } from "../embedding/embedder.ts";
import type { QueryEmbedding } from "../embedding/embedding.ts";
import type { Reranker, RerankPassage } from "../rerank/reranker.ts";
import { findCandidates, type CandidateRequest, type Candidates, type Degradation } from "./candidates.ts";
import type { ChunkStore, StoredChunk } from "./chunk-store.ts";
import { withDeadline } from "./deadline.ts";
import type { FusedHit } from "./fusion.rules.ts";
import { termsOf } from "../index/stem-text.rules.ts";
import type { TextRange } from "../chunking/sentences.ts";
import type { SentenceFinder } from "./best-sentences.ts";
import { highlight } from "./highlight.rules.ts";
import { COMPARED, createRankingReads, type RankingReads } from "./ranking-reads.ts";
import type { Retrievers } from "./retrievers.ts";
import { lackOfSupport, rankBySimilarity, similarityOf } from "./similarity.rules.ts";
import { isQuestion, readableQuery } from "./query.rules.ts";
import { searchUnavailable } from "./search-unavailable.ts";

/** For a whole search. Optional steps get the time that the retrievers and the database left. */
const SEARCH_MS = 4_000;
const STORE_MS = 1_000;
/** For composing and sending the response. */
const SPARE_MS = 200;
/** Candidates kept after fusion beyond the number of results. */
const SPARE_CANDIDATES = 2;
/** Hits checked at once beyond those kept, because a few may not be searchable. */
const SPARE_CHECKED = 10;

export interface SearchSettings {
  semanticWeight: number;
  keywordWeight: number;
  /** The number of candidates that a cross-encoder rescores; 0 turns reranking off. */
  rerankTopK: number;
}

export interface SearcherDeps {
  retrievers: Retrievers;
  embedder: Pick<Embedder, "embedQuery">;
  /** Null: candidates keep the similarity from the fusion. */
  reranker: Reranker | null;
  /** Null: highlights show the query's words only. */
  sentences: SentenceFinder | null;
  chunkStore: Pick<ChunkStore, "firstSearchable">;
  /** False if the index is known to lack passages, which every response then reports. */
  isIndexWhole?: () => boolean;
  settings: SearchSettings;
  logger: Logger;
}

export interface SearchQuery extends Omit<CandidateRequest, "limit" | "evidenceTypes"> {
  limit?: number;
  evidenceTypes?: readonly string[];
  /** Results below this final similarity are omitted. */
  minSimilarity?: number;
  /** Milliseconds until the response is due, if less than the limit of a search. */
  budgetMs?: number;
}

/** A running search: its query and its deadline. */
type Running = SearchQuery & { until: number };

const leftOf = ({ until }: Running): number => Math.max(0, until - performance.now());

export interface SearchHit {
  chunk: StoredChunk;
  /** HTML: the best part of the passage, with the query's words in `<mark>`. */
  highlight: string;
  /** The sentence of the passage's text that is closest to the query; null if there is nothing to compare. */
  sentence: TextRange | null;
  /** 0 to 1; around 0.5 and above means that the passage answers the query. */
  similarity: number;
  scores: { semantic: number | null; keyword: number | null; fused: number; rerank: number | null };
}

export interface SearchAnswer {
  hits: SearchHit[];
  /** The parts that did not contribute, so that few results are not mistaken for little evidence. */
  degraded: Degradation[];
}

export interface Searcher {
  /** Throws SERVICE_UNAVAILABLE if neither retriever answers, or PostgreSQL cannot say what is searchable. */
  search(query: SearchQuery): Promise<SearchAnswer>;
}

interface Candidate extends FusedHit {
  chunk: StoredChunk;
}

/**
 * The searchable passages in fused order. They are checked before the cut, so that forbidden ones do not
 * displace others; nearly always the first few suffice, and looking up the others takes longer than these.
 */
const survivors = (
  { chunkStore }: SearcherDeps,
  hits: readonly FusedHit[],
  { projectId, signal }: Running,
  count: number,
): Promise<StoredChunk[]> =>
  withDeadline("Reading the passages", STORE_MS, signal, async () => {
    const ids = hits.map(({ id }) => id);
    const first = ids.slice(0, count + SPARE_CHECKED);
    const found = await chunkStore.firstSearchable(first, projectId, count);
    return found.length === count || first.length === ids.length
      ? found
      : chunkStore.firstSearchable(ids, projectId, count);
  }).catch((cause: unknown) => {
    signal?.throwIfAborted();
    throw searchUnavailable(cause);
  });

/** The model's input for a candidate. */
const passageOf = ({ id, chunk }: Candidate): RerankPassage => ({
  chunkId: id,
  text: chunk.text,
  prefix: shortenPath(chunk.title, chunk.headings),
});

/** Whether the reranker helps for this query. */
const isRescored = ({ reranker, settings }: SearcherDeps, text: string): boolean =>
  reranker !== null && settings.rerankTopK > 0 && (reranker.kind === "cross-encoder" || isQuestion(text));

/**
 * The number of candidates to keep: comparing stored signs costs so little that late interaction gets more.
 */
function keptOf(deps: SearcherDeps, { query, limit }: { query: string; limit: number }): number {
  const few = limit + SPARE_CANDIDATES;
  const compares = deps.reranker?.kind === "late-interaction" && isRescored(deps, query);
  return compares ? Math.max(few, COMPARED) : few;
}

const readsOf = (
  deps: SearcherDeps,
  query: Running & { evidenceTypes: readonly string[]; count: number },
): RankingReads =>
  createRankingReads({
    ...deps,
    ...query,
    isRescored: isRescored(deps, query.query),
    limitMs: () => Math.min(STORE_MS, leftOf(query)),
  });

async function rerankScores(
  deps: SearcherDeps,
  candidates: readonly Candidate[],
  embedding: QueryEmbedding | null,
  query: Running,
): Promise<(number | null)[]> {
  const { reranker, settings } = deps;
  if (reranker === null || !isRescored(deps, query.query)) return [];
  const top = candidates.slice(0, reranker.kind === "cross-encoder" ? settings.rerankTopK : COMPARED);
  if (top.length === 0) return [];
  const question = { text: query.query, embedding };
  return withDeadline("Reranking", leftOf(query), query.signal, (signal) =>
    reranker.score(question, top.map(passageOf), signal),
  );
}

/** The best sentence of each result. */
async function findSentences(
  { sentences }: SearcherDeps,
  results: readonly Candidate[],
  embedding: QueryEmbedding | null,
  query: Running,
): Promise<(TextRange | null)[]> {
  if (sentences === null || embedding === null || results.length === 0) return [];
  return withDeadline("Finding the best sentences", leftOf(query), query.signal, (signal) =>
    sentences.find(embedding, results.map(passageOf), signal),
  );
}

/** A step without which the result is worse but correct: null if it fails. The caller's abort is rethrown. */
async function optional<T>(
  { logger }: SearcherDeps,
  { signal }: SearchQuery,
  step: Promise<T>,
): Promise<T | null> {
  try {
    return await step;
  } catch (err) {
    signal?.throwIfAborted();
    logger.warn({ err }, "A step of the search failed; continuing without it");
    return null;
  }
}

/** The searchable candidates. What ranks them is read at the same time, also of hits that prove not to be searchable. */
async function readCandidates(
  deps: SearcherDeps,
  { hits, embedding }: Candidates,
  query: Running,
  { reads, count }: { reads: RankingReads; count: number },
): Promise<Candidate[]> {
  // Ranking waits for them, so a failure is handled there.
  reads.cosines(hits.slice(0, count), embedding).catch(() => undefined);
  const [chunks] = await Promise.all([
    survivors(deps, hits, query, count),
    optional(deps, query, reads.signs(hits, embedding)),
  ]);
  const chunkOf = new Map(chunks.map((chunk) => [chunk.chunkId, chunk]));
  return hits.flatMap((hit): Candidate[] => {
    const chunk = chunkOf.get(hit.id);
    return chunk === undefined ? [] : [{ ...hit, chunk }];
  });
}

/** The candidates with the cosines that the semantic retriever did not return, and the reranker's scores. */
async function score(
  deps: SearcherDeps,
  candidates: readonly Candidate[],
  { embedding, reads, query }: { embedding: QueryEmbedding | null; reads: RankingReads; query: Running },
) {
  const [rerank, cosines] = await Promise.all([
    optional(deps, query, rerankScores(deps, candidates, embedding, query)),
    optional(deps, query, reads.cosines(candidates, embedding)),
  ]);
  const completed = candidates.map((candidate, i) => ({
    ...candidate,
    semantic: candidate.semantic ?? cosines?.get(candidate.id) ?? null,
    rerank: rerank?.[i] ?? null,
  }));
  return { completed, isSemanticLost: cosines === null };
}

function hitOf(
  candidate: Candidate & { similarity: number; rerank: number | null },
  terms: ReadonlySet<string>,
  sentence: TextRange | null,
): SearchHit {
  const { chunk, similarity, semantic, keyword, fused, rerank } = candidate;
  return {
    chunk,
    similarity,
    scores: { semantic, keyword, fused, rerank },
    highlight: highlight(chunk.text, terms, sentence),
    sentence,
  };
}

/** Hybrid search in one index. Callers check access to the project; this checks what is searchable. */
export function createSearcher(deps: SearcherDeps): Searcher {
  const { semanticWeight: semantic, keywordWeight: keyword } = deps.settings;
  const weights = { semantic, keyword };
  return {
    async search(request) {
      const until = performance.now() + Math.min(SEARCH_MS, (request.budgetMs ?? SEARCH_MS) - SPARE_MS);
      const query = { ...request, query: readableQuery(request.query), until };
      const { limit = 10, minSimilarity = 0, evidenceTypes = [] } = query;
      const count = keptOf(deps, { query: query.query, limit });
      const reads = readsOf(deps, { ...query, evidenceTypes, count });
      const wanted = { ...query, limit, evidenceTypes, onFirst: reads.ahead };
      const found = await findCandidates({ ...deps, weights }, wanted);
      const degraded = new Set(found.degraded);
      if (deps.isIndexWhole?.() === false) degraded.add("index");
      const { embedding } = found;
      const candidates = await readCandidates(deps, found, query, { reads, count });
      const { completed, isSemanticLost } = await score(deps, candidates, { embedding, reads, query });
      if (isSemanticLost) degraded.add("semantic");
      if (completed.length > 0 && completed.every(({ rerank }) => rerank === null)) degraded.add("rerank");
      const against = lackOfSupport(found.hits);
      const scored = completed.map((candidate) => {
        const { id, semantic, keyword, exact, rerank } = candidate;
        const signals = { semantic, keyword: keyword ?? 0, exact, rerank, lackOfSupport: against(id) };
        const similarity = similarityOf(signals, deps.reranker?.kind ?? null);
        return { ...candidate, similarity, rescored: rerank !== null };
      });
      const similar = rankBySimilarity(scored).filter((candidate) => candidate.similarity >= minSimilarity);
      const results = similar.slice(0, limit);
      const sentences = await optional(deps, query, findSentences(deps, results, embedding, query));
      const terms = new Set(termsOf(query.query));
      return {
        hits: results.map((result, i) => hitOf(result, terms, sentences?.[i] ?? null)),
        degraded: [...degraded],
      };
    },
  };
}
