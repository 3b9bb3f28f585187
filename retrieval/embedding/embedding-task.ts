import type { PackedStates } from "./packed-states.rules.ts";

/** The tasks of the embedding threads, which keep them off the caller's event loop. */
export type EmbeddingTask =
  | { kind: "tokenize"; texts: readonly string[] }
  | { kind: "embed"; rows: readonly (readonly number[])[] }
  /** Passages as ids, or as cached output of the model. */
  | {
      kind: "max-sim";
      query: readonly number[];
      passages: readonly (readonly number[] | PackedStates)[];
    };

export type EmbeddingResult =
  | { kind: "ids"; rows: number[][] }
  | { kind: "vectors"; vectors: Float32Array[] }
  /** One per passage; `states` only for those that were not cached. */
  | { kind: "scores"; scores: number[]; states: (PackedStates | null)[] };

/** What a thread needs to load its model. */
export interface EmbeddingWorkerData {
  /** Folder of the model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}
