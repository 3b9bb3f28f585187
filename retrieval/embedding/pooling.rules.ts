/**
 * Output of an encoder for one text: one vector of `dimension` for every word piece, including special ones.
 */
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

/**
 * The mean of all pieces, scaled to length 1: MiniLM's sentence vector. Throws for the output of a broken
 * model, which would be stored and found nowhere.
 */
export function meanPool({ data, dimension }: HiddenStates): Float32Array {
  const sum = new Float32Array(dimension);
  for (let offset = 0; offset < data.length; offset += dimension) {
    for (let i = 0; i < dimension; i += 1) sum[i] = (sum[i] ?? 0) + (data[offset + i] ?? 0);
  }
  const vector = normalise(sum);
  if (!vector.every(Number.isFinite))
    throw new Error("The embedding model returned what is not a finite number");
  return vector;
}

/** One vector of length 1 per piece, without the first and last special ones. */
export function tokenStates({ data, dimension }: HiddenStates): Float32Array[] {
  const inner = Math.max(0, data.length / dimension - 2);
  return Array.from({ length: inner }, (_, index) => {
    const offset = (index + 1) * dimension;
    return normalise(data.slice(offset, offset + dimension));
  });
}
