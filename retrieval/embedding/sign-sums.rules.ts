/*
 * Estimates the cosines of query pieces with passage pieces, of which only the signs are known: the sum, over the bytes
 * of signs, of each byte's contribution. Look-ups take most of the time, so one look-up serves three pieces:
 * their contributions are integers of 17 bits, side by side in one number, which adds them exactly.
 */

const BITS = 8;
const VALUES = 256;
const LANES = 3;
const LANE = 2 ** 17;
const THIRD_LANE = LANE * LANE;
/** Query pieces that are compared at once. */
export const GROUP = 2 * LANES;
/** The cosine is estimated from signs as if the components were normally distributed. */
const ESTIMATE = Math.sqrt(Math.PI / 2);

/** The number of bytes for the signs of one word piece. */
export const bytesPerPiece = (dimension: number): number => Math.ceil(dimension / BITS);

/** How the integer sums of one piece translate to an estimate. */
interface Lane {
  /** The sum that represents 1. */
  unit: number;
  /** What the sum contains beyond the estimate, so that it is never negative. */
  surplus: number;
}

/**
 * The contributions of a byte: [byte][its value][half of the group]. Reused for each group and query, because it is
 * large and would otherwise keep the garbage collector busy. Comparisons are synchronous, so none can overlap.
 */
let table = new Float64Array();

/** The contributions of each value of a byte, from those of the value without its lowest bit. */
function fillByte(at: number, none: number, ofBits: Float64Array): void {
  table[at] = none;
  for (let value = 1; value < VALUES; value += 1) {
    const lowest = 31 - Math.clz32(value & -value);
    table[at + value * 2] = table[at + (value & (value - 1)) * 2]! + ofBits[lowest]!;
  }
}

/** Half of a group: up to three pieces. */
function fillHalf(half: 0 | 1, pieces: readonly Float32Array[], dimension: number): Lane[] {
  const scale = ESTIMATE / Math.sqrt(dimension);
  const most = pieces.map((piece) => piece.reduce((sum, component) => sum + Math.abs(component), 0));
  // Rounding adds at most a half for each component.
  const units = most.map((sum) => (LANE - 1 - dimension / 2) / (2 * scale * sum || 1));
  const below = pieces.map(() => 0);
  const ofBits = new Float64Array(BITS);
  for (let byte = 0; byte < bytesPerPiece(dimension); byte += 1) {
    let none = 0;
    for (let bit = 0; bit < BITS; bit += 1) {
      ofBits[bit] = 0;
      for (const [lane, piece] of pieces.entries()) {
        const steps = Math.round(2 * scale * (piece[byte * BITS + bit] ?? 0) * units[lane]!);
        ofBits[bit]! += steps * LANE ** lane;
        if (steps >= 0) continue;
        none -= steps * LANE ** lane;
        below[lane]! -= steps;
      }
    }
    fillByte(byte * VALUES * 2 + half, none, ofBits);
  }
  return pieces.map((piece, lane) => {
    const allClear = scale * piece.reduce((sum, component) => sum + component, 0);
    return { unit: units[lane]!, surplus: below[lane]! / units[lane]! + allClear };
  });
}

/** Prepares the comparison of up to six pieces, each of length 1. */
export function fillSums(group: readonly Float32Array[], dimension: number): Lane[] {
  const size = bytesPerPiece(dimension) * VALUES * 2;
  if (table.length < size) table = new Float64Array(size);
  return [...fillHalf(0, group.slice(0, LANES), dimension), ...fillHalf(1, group.slice(LANES), dimension)];
}

/** The highest sum of each of the six prepared pieces among the pieces of a passage. */
function highestSums(signs: Uint8Array, bytes: number, best: Float64Array): void {
  let [b0, b1, b2, b3, b4, b5] = [0, 0, 0, 0, 0, 0];
  for (let piece = 0; piece < signs.length; piece += bytes) {
    let [one, other] = [0, 0];
    for (let byte = 0; byte < bytes; byte += 1) {
      const at = (byte * VALUES + signs[piece + byte]!) * 2;
      one += table[at]!;
      other += table[at + 1]!;
    }
    const s2 = Math.floor(one / THIRD_LANE);
    const low = one - s2 * THIRD_LANE;
    const s1 = Math.floor(low / LANE);
    const s0 = low - s1 * LANE;
    const s5 = Math.floor(other / THIRD_LANE);
    const rest = other - s5 * THIRD_LANE;
    const s4 = Math.floor(rest / LANE);
    const s3 = rest - s4 * LANE;
    if (s0 > b0) b0 = s0;
    if (s1 > b1) b1 = s1;
    if (s2 > b2) b2 = s2;
    if (s3 > b3) b3 = s3;
    if (s4 > b4) b4 = s4;
    if (s5 > b5) b5 = s5;
  }
  best.set([b0, b1, b2, b3, b4, b5]);
}

const sums = new Float64Array(GROUP);

/** The best estimated cosine of each prepared piece among the pieces of a passage, 0 to 1, written to `into` from index `from`. */
export function bestEstimates(
  signs: Uint8Array,
  { lanes, bytes }: { lanes: readonly Lane[]; bytes: number },
  into: Float64Array,
  from: number,
): void {
  highestSums(signs, bytes, sums);
  for (let i = 0; i < lanes.length; i += 1) {
    const { unit, surplus } = lanes[i]!;
    into[from + i] = Math.max(0, Math.min(1, sums[i]! / unit - surplus));
  }
}
