import { join } from "node:path";
import { workerData } from "node:worker_threads";
import type { EmbeddingResult, EmbeddingTask, EmbeddingWorkerData } from "./embedding-task.ts";
import { openOnnxSession } from "./onnx-session.ts";
import type { OnnxSession } from "./onnx-session.ts";
import { maxSim, meanPool, tokenStates } from "./pooling.rules.ts";
import type { HiddenStates } from "./pooling.rules.ts";
import { serveWorker } from "./serve-worker.ts";
import { readTokenizer } from "./tokenizer.ts";

/**
 * One text per run. int8 models scale their numbers by the largest in the run, so a text in a padded batch would get
 * another vector (cosine 0.995) than alone; and on processors, measured, a run of one is as fast as the best batch.
 */
async function hiddenStates(session: OnnxSession, ids: readonly number[]): Promise<HiddenStates> {
  const { data, shape } = await session.run({ ids });
  const dimension = shape.at(-1);
  if (shape.length !== 3 || dimension === undefined) {
    throw new Error(`The embedding model gives ${shape.length} axes instead of batch x position x dimension`);
  }
  return { data, dimension };
}

async function embed(session: OnnxSession, rows: readonly (readonly number[])[]): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (const ids of rows) vectors.push(meanPool(await hiddenStates(session, ids)));
  return vectors;
}

async function lateInteraction(
  session: OnnxSession,
  query: readonly number[],
  passages: readonly (readonly number[])[],
): Promise<number[]> {
  const queryStates = tokenStates(await hiddenStates(session, query));
  const scores: number[] = [];
  for (const ids of passages) scores.push(maxSim(queryStates, tokenStates(await hiddenStates(session, ids))));
  return scores;
}

await serveWorker<EmbeddingTask, EmbeddingResult>(async () => {
  const { folder, maxTokens } = workerData as EmbeddingWorkerData;
  const tokenizer = await readTokenizer(folder);
  const session = await openOnnxSession(join(folder, "model.onnx"));
  return async (task) => {
    switch (task.kind) {
      case "tokenize":
        return {
          kind: "ids",
          rows: task.texts.map((text) => tokenizer.encode(text, { maxLength: maxTokens }).ids),
        };
      case "embed":
        return { kind: "vectors", vectors: await embed(session, task.rows) };
      case "max-sim":
        return { kind: "scores", scores: await lateInteraction(session, task.query, task.passages) };
    }
  };
});
