/** What the model makes of a passage. */
export interface Embedding {
  /** Of length 1. */
  vector: Float32Array;
  /** The signs of its word pieces: `packSigns`. */
  signs: Uint8Array;
}

/** What the model makes of a question. */
export interface QueryEmbedding {
  /** Of length 1. */
  vector: Float32Array;
  /** One vector of length 1 per word piece, without the special first and last one. */
  pieces: Float32Array[];
  /** How much each piece counts in late interaction. */
  weights: number[];
}
