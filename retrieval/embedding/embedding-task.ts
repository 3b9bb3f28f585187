import type { Embedding, QueryEmbedding } from "./embedding.ts";

/** The tasks of the embedding threads, which keep them off the caller's event loop. */
export type EmbeddingTask =
  | { kind: "tokenize"; texts: readonly string[] }
  | { kind: "embed"; rows: readonly (readonly number[])[] }
  | { kind: "embed-query"; ids: readonly number[] };

export type EmbeddingResult =
  | { kind: "ids"; rows: number[][] }
  | { kind: "embeddings"; embeddings: Embedding[] }
  | { kind: "query"; query: QueryEmbedding };

/** What a thread needs to load its model. */
export interface EmbeddingWorkerData {
  /** Folder of the model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
