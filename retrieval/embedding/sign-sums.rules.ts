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
/** The place of each lane in a number. */
const FACTORS = [1, LANE, THIRD_LANE] as const;
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

/** What prepared pieces contribute to the sums. */
export interface Sums {
  lanes: readonly Lane[];
  /** The contributions of a byte: [byte][its value][half of the group]. */
  table: Float64Array;
}

/** The length of a table. */
export const tableLength = (dimension: number): number => bytesPerPiece(dimension) * VALUES * 2;

/** The contributions of each value of a byte, from those of the value without its lowest bit. */
function fillByte(table: Float64Array, at: number, none: number): void {
  table[at] = none;
  for (let value = 1; value < VALUES; value += 1) {
    const lowest = 31 - Math.clz32(value & -value);
    table[at + value * 2] = table[at + (value & (value - 1)) * 2]! + ofBits[lowest]!;
  }
}

/** The contributions of the bits of the byte that is being filled. Comparisons are synchronous, so none can overlap. */
const ofBits = new Float64Array(BITS);

/** Adds a piece to `ofBits`, and returns how far its bits can take the sum below 0. */
function addPiece(piece: Float32Array, byte: number, scale: number, unit: number, factor: number): number {
  let below = 0;
  for (let bit = 0; bit < BITS; bit += 1) {
    const steps = Math.round(2 * scale * (piece[byte * BITS + bit] ?? 0) * unit);
    ofBits[bit]! += steps * factor;
    if (steps < 0) below -= steps;
  }
  return below;
}

function sumOf(piece: Float32Array, part: (component: number) => number): number {
  let sum = 0;
  for (let i = 0; i < piece.length; i += 1) sum += part(piece[i]!);
  return sum;
}

/** Half of a group: up to three pieces. */
function fillHalf(
  table: Float64Array,
  half: 0 | 1,
  pieces: readonly Float32Array[],
  dimension: number,
): Lane[] {
  const scale = ESTIMATE / Math.sqrt(dimension);
  // Rounding adds at most a half for each component.
  const units = pieces.map((piece) => (LANE - 1 - dimension / 2) / (2 * scale * sumOf(piece, Math.abs) || 1));
  const below = pieces.map(() => 0);
  for (let byte = 0; byte < bytesPerPiece(dimension); byte += 1) {
    ofBits.fill(0);
    let none = 0;
    for (let lane = 0; lane < pieces.length; lane += 1) {
      const surplus = addPiece(pieces[lane]!, byte, scale, units[lane]!, FACTORS[lane]!);
      below[lane]! += surplus;
      none += surplus * FACTORS[lane]!;
    }
    fillByte(table, byte * VALUES * 2 + half, none);
  }
  return pieces.map((piece, lane) => {
    const allClear = scale * sumOf(piece, (component) => component);
    return { unit: units[lane]!, surplus: below[lane]! / units[lane]! + allClear };
  });
}

/** Prepares the comparison of up to six pieces, each of length 1, in a table of `tableLength`. */
export function fillSums(group: readonly Float32Array[], dimension: number, table: Float64Array): Sums {
  const [first, second] = [group.slice(0, LANES), group.slice(LANES)];
  const lanes = [...fillHalf(table, 0, first, dimension), ...fillHalf(table, 1, second, dimension)];
  return { lanes, table };
}

/** The highest sum of each of the six prepared pieces among the pieces of a passage. */
function highestSums(signs: Uint8Array, bytes: number, table: Float64Array): void {
  let b0 = 0;
  let b1 = 0;
  let b2 = 0;
  let b3 = 0;
  let b4 = 0;
  let b5 = 0;
  for (let piece = 0; piece + bytes <= signs.length; piece += bytes) {
    // Two sums for each half, because each addition would otherwise wait for the one before. All are exact.
    let one = 0;
    let other = 0;
    let oneMore = 0;
    let otherMore = 0;
    let byte = 0;
    for (; byte + 1 < bytes; byte += 2) {
      const at = (byte * VALUES + signs[piece + byte]!) * 2;
      const next = ((byte + 1) * VALUES + signs[piece + byte + 1]!) * 2;
      one += table[at]!;
      other += table[at + 1]!;
      oneMore += table[next]!;
      otherMore += table[next + 1]!;
    }
    if (byte < bytes) {
      const at = (byte * VALUES + signs[piece + byte]!) * 2;
      one += table[at]!;
      other += table[at + 1]!;
    }
    one += oneMore;
    other += otherMore;
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
  highest[0] = b0;
  highest[1] = b1;
  highest[2] = b2;
  highest[3] = b3;
  highest[4] = b4;
  highest[5] = b5;
}

const highest = new Float64Array(GROUP);

/** The best estimated cosine of each prepared piece among the pieces of a passage, 0 to 1, written to `into` from index `from`. */
export function bestEstimates(
  signs: Uint8Array,
  { lanes, table }: Sums,
  { bytes, into, from }: { bytes: number; into: Float64Array; from: number },
): void {
  highestSums(signs, bytes, table);
  for (let i = 0; i < lanes.length; i += 1) {
    const { unit, surplus } = lanes[i]!;
    into[from + i] = Math.max(0, Math.min(1, highest[i]! / unit - surplus));
  }
}
