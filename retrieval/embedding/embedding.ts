/** The model's output for a passage. */
export interface Embedding {
  /** Of length 1. */
  vector: Float32Array;
  /** The signs of its word pieces: `packSigns`. */
  signs: Uint8Array;
}

/** The model's output for a query. */
export interface QueryEmbedding {
  /** Of length 1. */
  vector: Float32Array;
  /** One vector of length 1 per word piece, without the special first and last pieces. */
  pieces: Float32Array[];
  /** The weight of each piece in late interaction. */
  weights: number[];
}
