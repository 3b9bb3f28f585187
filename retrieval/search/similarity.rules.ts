import type { Reranker } from "../rerank/reranker.ts";
import { evidenceOf } from "../index/chunk-id.ts";
import type { FusedHit } from "./fusion.rules.ts";

/** The inputs of a candidate's final similarity. */
export interface Signals {
  /** Cosine of query and chunk; null if the semantic retriever is down. */
  semantic: number | null;
  /** BM25 as a share of the query's best hit; 0 if no word matched. */
  keyword: number;
  /** Share of the query's identifiers that the passage contains. */
  exact: number;
  /** The reranker's score, 0 to 1; null if it did not rescore this candidate. */
  rerank: number | null;
  /** The penalty of its evidence: see `lackOfSupport`. */
  lackOfSupport: number;
}

interface Blend {
  bias: number;
  semantic: number;
  keyword: number;
  rerank: number;
}

/**
 * Logistic weights, fitted on the development halves of the evaluation sets (`npm run eval -- FOLDER --half
 * dev`). For questions, late interaction leads, because their words match the answer in context or not at
 * all; the words themselves count a little. Descriptions, and candidates that were not rescored, rely on both retrievers.
 */
const QUESTION: Blend = { bias: -9.6, semantic: 3, keyword: 0.5, rerank: 16 };
const BLEND_OF_TWO: Blend = { bias: -6.5, semantic: 10, keyword: 2, rerank: 0 };
const KEYWORD_ONLY: Blend = { bias: -1, semantic: 0, keyword: 2, rerank: 0 };

/** Outweighs any difference in meaning between passages about the same topic. */
const EXACT = 4;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

function blendOf({ semantic, rerank }: Signals): Blend {
  if (semantic === null) return KEYWORD_ONLY;
  return rerank === null ? BLEND_OF_TWO : QUESTION;
}

/** The combined score of both retrievers for a passage, in logistic units. */
const nearnessOf = (semantic: number, keyword: number): number =>
  BLEND_OF_TWO.semantic * semantic + BLEND_OF_TWO.keyword * keyword;

/**
 * The similarity shown to users and compared with `min_similarity`, 0 to 1. A cross-encoder reads query and
 * passage together and decides alone; late interaction alone ranks worse than the fusion, so it is blended
 * with both retrievers.
 */
export function similarityOf(signals: Signals, kind: Reranker["kind"] | null): number {
  if (kind === "cross-encoder" && signals.rerank !== null) return signals.rerank;
  const blend = blendOf(signals);
  return logistic(
    blend.bias +
      blend.semantic * (signals.semantic ?? 0) +
      blend.keyword * signals.keyword +
      blend.rerank * (signals.rerank ?? 0) +
      EXACT * signals.exact -
      signals.lackOfSupport,
  );
}

/**
 * Sorts candidates by similarity. Candidates that were not rescored come after all rescored ones, because the
 * two groups are not comparable.
 */
export function rankBySimilarity<T extends { similarity: number; rescored: boolean }>(
  candidates: readonly T[],
): T[] {
  const byScore = (a: T, b: T) => b.similarity - a.similarity;
  const rescored = candidates.filter((candidate) => candidate.rescored).sort(byScore);
  const ceiling = rescored.at(-1)?.similarity ?? 1;
  const rest = candidates
    .filter((candidate) => !candidate.rescored)
    .sort(byScore)
    .map((candidate) => ({ ...candidate, similarity: Math.min(candidate.similarity, ceiling) }));
  return [...rescored, ...rest];
}

/** The share of the distance between the two best passages of a piece of evidence that counts against it. */
const LACKING_SHARE = 0.7;
/** One outstanding passage is worth nearly as much as two: beyond this, the distance means nothing. */
const MAX_LACKING = 1;
/** For evidence with only one passage, or only one hit. */
const ALONE = 0.125;

/**
 * The penalty of each piece of evidence, in the logistic units of the similarity: a relevant document
 * mentions its topic in more than one place. It is the same for all its passages, so their order does not
 * change.
 */
export function lackOfSupport(hits: readonly FusedHit[]): (chunkId: string) => number {
  const scored = hits.flatMap(({ id, semantic, keyword }) =>
    semantic === null ? [] : [{ evidence: evidenceOf(id), nearness: nearnessOf(semantic, keyword ?? 0) }],
  );
  const lacking = new Map(
    [...Map.groupBy(scored, ({ evidence }) => evidence)].map(([evidence, passages]) => {
      const [first, second] = passages.map(({ nearness }) => nearness).toSorted((a, b) => b - a);
      const isAlone = first === undefined || second === undefined;
      return [evidence, isAlone ? ALONE : Math.min(MAX_LACKING, LACKING_SHARE * (first - second))];
    }),
  );
  return (chunkId) => lacking.get(evidenceOf(chunkId)) ?? ALONE;
}
