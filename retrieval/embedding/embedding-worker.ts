import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { chunkDocument } from "../chunking/chunk-document.ts";
import type {
  Embedding,
  QueryEmbedding,
  EmbeddingResult,
  EmbeddingTask,
  EmbeddingWorkerData,
} from "./embedding.ts";
import { openOnnxSession } from "./onnx-session.ts";
import type { OnnxSession } from "./onnx-session.ts";
import { pieceWeights, packSigns } from "./token-signs.rules.ts";
import { meanPool, tokenStates } from "./pooling.rules.ts";
import type { HiddenStates } from "./pooling.rules.ts";
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
    throw new Error(
      `The embedding model returns ${shape.length} axes instead of batch x position x dimension`,
    );
  }
  return { data, dimension };
}

async function embed(session: OnnxSession, rows: readonly (readonly number[])[]): Promise<Embedding[]> {
  const embeddings: Embedding[] = [];
  for (const ids of rows) {
    const states = await hiddenStates(session, ids);
    embeddings.push({ vector: meanPool(states), signs: packSigns(states) });
  }
  return embeddings;
}

async function embedQuery(session: OnnxSession, ids: readonly number[]): Promise<QueryEmbedding> {
  const states = await hiddenStates(session, ids);
  // The special first and last pieces have no vector of their own.
  return { vector: meanPool(states), pieces: tokenStates(states), weights: pieceWeights(ids.slice(1, -1)) };
}

async function load(): Promise<(task: EmbeddingTask) => Promise<EmbeddingResult>> {
  const { folder, maxTokens, inBackground } = workerData as EmbeddingWorkerData;
  // On other systems, this would be the priority of the whole process.
  if (inBackground && process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
  const tokenizer = await readTokenizer(folder);
  const session = await openOnnxSession(join(folder, "model.onnx"));
  const idsOf = (text: string): number[] => tokenizer.encode(text, { maxLength: maxTokens }).ids;
  return async (task) => {
    switch (task.kind) {
      case "chunk":
        return { kind: "chunks", chunks: chunkDocument(task.document, { title: task.title, tokenizer }) };
      case "tokenize":
        return { kind: "ids", rows: task.texts.map(idsOf) };
      case "embed":
        return { kind: "embeddings", embeddings: await embed(session, task.rows) };
      case "embed-query":
        return { kind: "query", query: await embedQuery(session, idsOf(task.text)) };
    }
  };
}

export const perform = load();
