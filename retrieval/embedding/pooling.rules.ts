/** Output of an encoder for one text: one vector of `dimension` for every word piece, special ones included. */
export interface HiddenStates {
  data: Float32Array;
  dimension: number;
}

/** Scales to length 1 in place; a zero vector stays zero. */
export function normalise(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const scale = squares > 0 ? 1 / Math.sqrt(squares) : 0;
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] ?? 0) * scale;
  return vector;
}

/** The mean of all pieces, scaled to length 1: the sentence vector of MiniLM. */
export function meanPool({ data, dimension }: HiddenStates): Float32Array {
  const sum = new Float32Array(dimension);
  for (let offset = 0; offset < data.length; offset += dimension) {
    for (let i = 0; i < dimension; i += 1) sum[i] = (sum[i] ?? 0) + (data[offset + i] ?? 0);
  }
  return normalise(sum);
}

/** One vector of length 1 per piece, without the special first and last one. */
export function tokenStates({ data, dimension }: HiddenStates): Float32Array[] {
  const inner = Math.max(0, data.length / dimension - 2);
  return Array.from({ length: inner }, (_, index) => {
    const offset = (index + 1) * dimension;
    return normalise(data.slice(offset, offset + dimension));
  });
}

/** Raises `best` for four query pieces at a time: each number of the passage is read once for all four. */
function meetFour(
  query: readonly Float32Array[],
  first: number,
  other: Float32Array,
  best: Float64Array,
): void {
  const [q0, q1, q2, q3] = [query[first]!, query[first + 1]!, query[first + 2]!, query[first + 3]!];
  let [s0, s1, s2, s3] = [0, 0, 0, 0];
  for (let i = 0; i < other.length; i += 1) {
    const value = other[i]!;
    s0 += q0[i]! * value;
    s1 += q1[i]! * value;
    s2 += q2[i]! * value;
    s3 += q3[i]! * value;
  }
  if (s0 > best[first]!) best[first] = s0;
  if (s1 > best[first + 1]!) best[first + 1] = s1;
  if (s2 > best[first + 2]!) best[first + 2] = s2;
  if (s3 > best[first + 3]!) best[first + 3] = s3;
}

/** Late interaction: for each query piece its best cosine among the passage's pieces, averaged, 0..1. 0 when a side is empty. */
export function maxSim(query: readonly Float32Array[], passage: readonly Float32Array[]): number {
  const [one] = query;
  if (one === undefined || passage.length === 0) return 0;
  // Filled up with zeros to a multiple of four; what they find is not counted.
  const filled = [...query, ...Array.from({ length: 3 }, () => new Float32Array(one.length))];
  const best = new Float64Array(filled.length).fill(-1);
  for (let first = 0; first < query.length; first += 4) {
    for (const other of passage) meetFour(filled, first, other, best);
  }
  const total = best.subarray(0, query.length).reduce((sum, cosine) => sum + cosine, 0);
  // Cosines below 0 say no more than "not met", and rounding may end just above 1.
  return Math.min(1, Math.max(0, total / query.length));
}
