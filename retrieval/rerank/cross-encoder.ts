import { availableParallelism } from "node:os";
import { readModelConfig } from "../embedding/model-folder.ts";
import { createWorkerPool } from "../embedding/worker-pool.ts";
import type { Reranker } from "./reranker.ts";

export interface CrossEncoderOptions {
  /** Folder of the model: model.onnx (a sequence classifier for pairs), tokenizer.json, config.json. */
  folder: string;
  /** Model threads; one per processor by default. */
  threads?: number;
}

function shared<T>(items: readonly T[], count: number): T[][] {
  const size = Math.max(1, Math.ceil(items.length / count));
  const parts = Math.ceil(items.length / size);
  return Array.from({ length: parts }, (_, index) => items.slice(index * size, (index + 1) * size));
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
      const parts = await Promise.all(
        shared(texts, threads).map((share) =>
          pool.run({ query, passages: share }, { lane: "interactive", signal }),
        ),
      );
      return parts.flat();
    },
    close: () => pool.close(),
  };
}
