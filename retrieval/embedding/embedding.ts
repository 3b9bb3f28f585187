import type { ExtractedDocument } from "../../extraction/document.ts";
import type { Chunk } from "../chunking/chunk-document.ts";

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

/** The tasks of the embedding threads, which keep them off the caller's event loop. */
export type EmbeddingTask =
  | { kind: "chunk"; document: ExtractedDocument; title: string }
  | { kind: "tokenize"; texts: readonly string[] }
  | { kind: "embed"; rows: readonly (readonly number[])[] }
  | { kind: "embed-query"; text: string };

export type EmbeddingResult =
  | { kind: "chunks"; chunks: Chunk[] }
  | { kind: "ids"; rows: number[][] }
  | { kind: "embeddings"; embeddings: Embedding[] }
  | { kind: "query"; query: QueryEmbedding };

/** What a thread needs to load its model. */
export interface EmbeddingWorkerData {
  /** Folder of the model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
  /** Whether others come first when the processors are busy. */
  inBackground: boolean;
}
