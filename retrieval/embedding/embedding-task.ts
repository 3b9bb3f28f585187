/** What the embedding threads can do; all of it stays off the caller's event loop. */
export type EmbeddingTask =
  | { kind: "tokenize"; texts: readonly string[] }
  | { kind: "embed"; rows: readonly (readonly number[])[] }
  | { kind: "max-sim"; query: readonly number[]; passages: readonly (readonly number[])[] };

export type EmbeddingResult =
  | { kind: "ids"; rows: number[][] }
  | { kind: "vectors"; vectors: Float32Array[] }
  | { kind: "scores"; scores: number[] };

/** What a thread needs to load its model. */
export interface EmbeddingWorkerData {
  /** Folder of the one model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
