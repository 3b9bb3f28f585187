import type { PackedStates } from "./packed-states.rules.ts";

/** What the embedding threads can do; all of it stays off the caller's event loop. */
export type EmbeddingTask =
  | { kind: "tokenize"; texts: readonly string[] }
  | { kind: "embed"; rows: readonly (readonly number[])[] }
  /** Passages as ids, or as what the model made of them before. */
  | {
      kind: "max-sim";
      query: readonly number[];
      passages: readonly (readonly number[] | PackedStates)[];
    };

export type EmbeddingResult =
  | { kind: "ids"; rows: number[][] }
  | { kind: "vectors"; vectors: Float32Array[] }
  /** One per passage; `states` only of those which the model had to read. */
  | { kind: "scores"; scores: number[]; states: (PackedStates | null)[] };

/** What a thread needs to load its model. */
export interface EmbeddingWorkerData {
  /** Folder of the one model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
