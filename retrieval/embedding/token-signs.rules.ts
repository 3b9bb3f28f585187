import type { HiddenStates } from "./pooling.rules.ts";

/*
 * Late interaction compares each word piece of a question with each of a passage. Of a passage's vectors the signs are
 * enough: measured, nDCG@10 is the same within 0.001 as with all digits, at a 32nd of the size.
 */

const BITS = 8;
const VALUES = 256;
/** Query pieces that are looked up together: their sums for one byte lie side by side. */
const GROUP = 4;
/** Of a longer question the lightest pieces do not count. */
const MOST_PIECES = 32;
/** A cosine is estimated from signs as if the components were normally distributed. */
const ESTIMATE = Math.sqrt(Math.PI / 2);

/** How many bytes the signs of one word piece take. */
export const bytesPerPiece = (dimension: number): number => Math.ceil(dimension / BITS);

/** One bit a component, set when it is positive, for every word piece but the special first and last one. */
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

/** A question, ready to be compared with many passages. */
export interface SignQuery {
  /** What a byte of signs adds to the estimate of each of four pieces: [group][byte][its value][piece of the group]. */
  tables: Float32Array;
  bytes: number;
  weights: readonly number[];
}

/** Fills in what each value of one byte adds for one piece: as the value without its lowest bit, and that bit turned. */
function fillTable(tables: Float32Array, at: number, components: Float32Array, scale: number): void {
  let none = 0;
  for (const component of components) none -= component * scale;
  tables[at] = none;
  for (let value = 1; value < VALUES; value += 1) {
    const lowest = 31 - Math.clz32(value & -value);
    const rest = tables[at + (value & (value - 1)) * GROUP]!;
    tables[at + value * GROUP] = rest + 2 * scale * (components[lowest] ?? 0);
  }
}

/** The pieces that count most: comparing takes as long as there are of them. */
function heaviest(pieces: readonly Float32Array[], weights: readonly number[]) {
  const order = [...weights.keys()].toSorted((a, b) => weights[b]! - weights[a]!).slice(0, MOST_PIECES);
  return { pieces: order.map((at) => pieces[at]!), weights: order.map((at) => weights[at]!) };
}

/** `vectors`: the question's word pieces, of length 1 each. `weights`: how much each counts. */
export function signQuery(vectors: readonly Float32Array[], all: readonly number[]): SignQuery {
  const { pieces, weights } = heaviest(vectors, all);
  const dimension = pieces[0]?.length ?? 0;
  const bytes = bytesPerPiece(dimension);
  const scale = ESTIMATE / Math.sqrt(dimension);
  const groups = Math.ceil(pieces.length / GROUP);
  const tables = new Float32Array(groups * bytes * VALUES * GROUP);
  for (const [at, piece] of pieces.entries())
    for (let byte = 0; byte < bytes; byte += 1) {
      const table = (Math.floor(at / GROUP) * bytes + byte) * VALUES * GROUP + (at % GROUP);
      fillTable(tables, table, piece.subarray(byte * BITS, (byte + 1) * BITS), scale);
    }
  return { tables, bytes, weights };
}

/** The best estimates of the four pieces of a group among the pieces of a passage; none is below 0. */
function meetFour({ tables, bytes }: SignQuery, group: number, signs: Uint8Array, best: Float64Array): void {
  const start = group * bytes * VALUES * GROUP;
  let [b0, b1, b2, b3] = [0, 0, 0, 0];
  for (let piece = 0; piece < signs.length; piece += bytes) {
    let [s0, s1, s2, s3] = [0, 0, 0, 0];
    for (let byte = 0; byte < bytes; byte += 1) {
      const at = start + (byte * VALUES + signs[piece + byte]!) * GROUP;
      s0 += tables[at]!;
      s1 += tables[at + 1]!;
      s2 += tables[at + 2]!;
      s3 += tables[at + 3]!;
    }
    if (s0 > b0) b0 = s0;
    if (s1 > b1) b1 = s1;
    if (s2 > b2) b2 = s2;
    if (s3 > b3) b3 = s3;
  }
  best[0] = b0;
  best[1] = b1;
  best[2] = b2;
  best[3] = b3;
}

/**
 * Late interaction: for each piece of the question its best estimated cosine among a passage's pieces, averaged by the
 * weights, 0..1; one value per passage. A cosine below 0 says no more than "not met". 0 when either side is empty.
 */
export function signSimilarities(query: SignQuery, passages: readonly Uint8Array[]): number[] {
  const { weights } = query;
  const most = weights.reduce((sum, weight) => sum + weight, 0);
  const totals = new Float64Array(passages.length);
  const best = new Float64Array(GROUP);
  // All passages meet one group before the next: its tables stay in the processor's cache.
  for (let group = 0; group * GROUP < weights.length; group += 1)
    for (const [at, signs] of passages.entries()) {
      meetFour(query, group, signs, best);
      for (let i = 0; i < GROUP; i += 1)
        totals[at]! += (weights[group * GROUP + i] ?? 0) * Math.min(1, best[i]!);
    }
  return Array.from(totals, (total) => (most === 0 ? 0 : total / most));
}
