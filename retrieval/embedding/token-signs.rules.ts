import { crc32 } from "node:zlib";
import type { HiddenStates } from "./pooling.rules.ts";
import { slicesOf } from "./slices-of.rules.ts";
import { bestEstimates, bytesPerPiece, fillSums, GROUP, tableLength, type Sums } from "./sign-sums.rules.ts";

/*
 * Late interaction compares each word piece of a query with each one of a passage. The signs of a passage's
 * vectors are enough: measured nDCG@10 is within 0.001 of full precision, at 1/32 of the size.
 */

/** In a longer query, the pieces with the lowest weights do not count. */
const MAX_PIECES = 32;
/** The weight of punctuation, single characters and the most common word. */
const LEAST_WEIGHT = 1;
/**
 * One bit per component, set if it is positive, for every word piece except the special first and last ones.
 */
export function packSigns({ data, dimension }: HiddenStates): Uint8Array {
  const pieces = Math.max(0, data.length / dimension - 2);
  const bytes = bytesPerPiece(dimension);
  const signs = new Uint8Array(pieces * bytes);
  for (let piece = 0; piece < pieces; piece += 1) {
    const offset = (piece + 1) * dimension;
    for (let i = 0; i < dimension; i += 1)
      if (data[offset + i]! > 0) signs[piece * bytes + (i >> 3)]! |= 1 << (i & 7);
  }
  return signs;
}

/** The word pieces of a query, each of length 1, and their weights. */
export interface QueryPieces {
  pieces: readonly Float32Array[];
  weights: readonly number[];
}

/** The pieces with the highest weights; the time to compare grows with their number. */
function heaviest({ pieces, weights }: QueryPieces): QueryPieces {
  const all = [...weights.keys()];
  const decisive = all.filter((at) => weights[at]! > LEAST_WEIGHT);
  const counted = decisive.length > 0 ? decisive : all;
  const order = counted.toSorted((a, b) => weights[b]! - weights[a]!).slice(0, MAX_PIECES);
  return { pieces: order.map((at) => pieces[at]!), weights: order.map((at) => weights[at]!) };
}

/** The pieces of a query that count, and how passages match them. */
export interface SignMatches {
  weights: readonly number[];
  /**
   * For each passage, the best estimated cosine of each of these pieces among the passage's pieces, 0 to 1. A
   * negative cosine counts as no match.
   */
  matches: Float64Array[];
}

/** A query with the tables of its heaviest pieces. */
interface Prepared {
  query: QueryPieces;
  weights: readonly number[];
  bytes: number;
  groups: Sums[];
}

/** The query compared last, because a search compares its query twice: with passages, and with sentences of the best. */
let last: Prepared | null = null;

/** Tables are large and would keep the garbage collector busy, so those of the last query are used again. */
function prepare(query: QueryPieces): Prepared {
  if (last?.query === query) return last;
  const { pieces, weights } = heaviest(query);
  const dimension = pieces[0]?.length ?? 0;
  const groups = slicesOf(pieces, GROUP).map((group, n) => {
    const used = last?.groups[n]?.table;
    const table = used?.length === tableLength(dimension) ? used : new Float64Array(tableLength(dimension));
    return fillSums(group, dimension, table);
  });
  last = { query, weights, bytes: bytesPerPiece(dimension), groups };
  return last;
}

/** Compares the heaviest 32 pieces of a query with the signs of passages. */
export function signMatches(query: QueryPieces, passages: readonly Uint8Array[]): SignMatches {
  const { weights, bytes, groups } = prepare(query);
  const matches = passages.map(() => new Float64Array(weights.length));
  // All passages with one group before the next, so that its table stays in the processor's cache.
  for (const [n, sums] of groups.entries())
    for (const [at, signs] of passages.entries())
      bestEstimates(signs, sums, { bytes, into: matches[at]!, from: n * GROUP });
  return { weights, matches };
}

/** Late interaction: the mean match of a passage by weight, 0 to 1; 0 for a query without pieces. */
export function meanMatch(matches: Float64Array, weights: readonly number[]): number {
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  return most === 0 ? 0 : matches.reduce((sum, match, at) => sum + match * weights[at]!, 0) / most;
}

/** Late interaction by the query's own weights; one value per passage. */
export function signSimilarities(query: QueryPieces, passages: readonly Uint8Array[]): number[] {
  const { weights, matches } = signMatches(query, passages);
  return matches.map((match) => meanMatch(match, weights));
}

/**
 * Vocabularies of the BERT family list special tokens first, then words and word pieces by frequency: the
 * position tells how rare a piece is (`the` is 1996, `encryption` 21999).
 */
const FIRST_WORD = 1_996;

/**
 * The weight of each query piece in late interaction: the logarithm of its rank, so that the topic of a
 * question outweighs common words.
 */
export const pieceWeights = (ids: readonly number[]): number[] =>
  ids.map((id) => Math.log2(1 + Math.max(1, id - FIRST_WORD + 1)));

const TAG_BYTES = 4;

/**
 * Prefix of stored signs: the checksum of the model's name, because signs of another model are meaningless to
 * this one.
 */
export function signsTag(model: string): Buffer {
  const tag = Buffer.alloc(TAG_BYTES);
  tag.writeUInt32LE(crc32(model));
  return tag;
}

/** The signs of a passage as stored. */
export const storableSigns = (signs: Uint8Array, model: string): Buffer =>
  Buffer.concat([signsTag(model), signs]);

/** The signs that `storableSigns` stored; null if they are from another model. */
export const readStoredSigns = (kept: Buffer, model: string): Uint8Array | null =>
  kept.subarray(0, TAG_BYTES).equals(signsTag(model)) ? kept.subarray(TAG_BYTES) : null;
