import { join } from "node:path";
import { workerData } from "node:worker_threads";
import type { EmbeddingResult, EmbeddingTask, EmbeddingWorkerData } from "./embedding-task.ts";
import { openOnnxSession } from "./onnx-session.ts";
import type { OnnxSession } from "./onnx-session.ts";
import { maxSim, packStates, type PackedStates } from "./packed-states.rules.ts";
import { pieceWeights } from "./piece-weights.rules.ts";
import { meanPool, tokenStates } from "./pooling.rules.ts";
import type { HiddenStates } from "./pooling.rules.ts";
import { serveWorker } from "./serve-worker.ts";
import { readTokenizer } from "./tokenizer.ts";

/**
 * One text per run. int8 models scale their numbers by the largest in the run, so a text in a padded batch
 * would get a different vector (cosine 0.995) than alone; and on CPUs a run of one is as fast as the best
 * batch.
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
  { query, passages }: Extract<EmbeddingTask, { kind: "max-sim" }>,
): Promise<Extract<EmbeddingResult, { kind: "scores" }>> {
  const queryStates = tokenStates(await hiddenStates(session, query));
  // The first and last special pieces have no state.
  const weights = pieceWeights(query.slice(1, -1));
  const result: Extract<EmbeddingResult, { kind: "scores" }> = { kind: "scores", scores: [], states: [] };
  for (const passage of passages) {
    // Packed before scoring, even if just computed, so that the cache never changes a ranking.
    const made = "scales" in passage ? null : packStates(await hiddenStates(session, passage));
    result.scores.push(maxSim(queryStates, made ?? (passage as PackedStates), weights));
    result.states.push(made);
  }
  return result;
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
        return lateInteraction(session, task);
    }
  };
});
