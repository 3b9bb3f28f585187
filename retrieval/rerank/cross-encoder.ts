import { availableParallelism } from "node:os";
import { readModelConfig } from "../embedding/model-folder.ts";
import { slicesOf } from "../embedding/slices-of.rules.ts";
import { createWorkerPool } from "../embedding/worker-pool.ts";
import type { Reranker } from "./reranker.ts";

export interface CrossEncoderOptions {
  /** Folder of the model: model.onnx (a sequence classifier for pairs), tokenizer.json, config.json. */
  folder: string;
  /** Model threads; one per processor by default. */
  threads?: number;
}

/** Scores, 0 to 1, of passages (prefix and text combined) for a query. */
export interface CrossEncoderTask {
  query: string;
  passages: readonly string[];
}

export interface CrossEncoderWorkerData {
  /** Folder of the model: model.onnx, tokenizer.json, config.json. */
  folder: string;
  maxTokens: number;
}

/** Loads a model that reads query and passage together. Rejects if the folder has none. */
export async function createCrossEncoder(options: CrossEncoderOptions): Promise<Reranker> {
  const { folder, threads = availableParallelism() } = options;
  const { name, maxTokens } = await readModelConfig(folder);
  const data: CrossEncoderWorkerData = { folder, maxTokens };
  const entry = new URL("./cross-encoder-worker.ts", import.meta.url);
  const pool = await createWorkerPool<CrossEncoderTask, number[]>({ entry, workers: threads, data });
  return {
    name,
    kind: "cross-encoder",
    async score({ text: query }, passages, signal) {
      const texts = passages.map(({ prefix, text }) => `${prefix}\n${text}`);
      const share = Math.max(1, Math.ceil(texts.length / threads));
      const parts = await Promise.all(
        slicesOf(texts, share).map((slice) =>
          pool.run({ query, passages: slice }, { lane: "interactive", signal }),
        ),
      );
      return parts.flat();
    },
    close: () => pool.close(),
  };
}
