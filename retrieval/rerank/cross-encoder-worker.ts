import { join } from "node:path";
import { workerData } from "node:worker_threads";
import { openOnnxSession } from "../embedding/onnx-session.ts";
import type { OnnxSession } from "../embedding/onnx-session.ts";
import { readTokenizer } from "../embedding/tokenizer.ts";
import type { TokenPair } from "../embedding/tokenizer.ts";
import { probabilityOf } from "./probability.rules.ts";
import type { CrossEncoderTask, CrossEncoderWorkerData } from "./cross-encoder.ts";

/** One pair per run: no padding, and an int8 model gives the same score whatever else is in the request. */
async function scorePair(session: OnnxSession, pair: TokenPair): Promise<number> {
  const { data } = await session.run(pair);
  return probabilityOf(data);
}

async function load(): Promise<(task: CrossEncoderTask) => Promise<number[]>> {
  const { folder, maxTokens } = workerData as CrossEncoderWorkerData;
  const tokenizer = await readTokenizer(folder);
  const session = await openOnnxSession(join(folder, "model.onnx"));
  return async ({ query, passages }) => {
    const scores: number[] = [];
    for (const passage of passages) {
      scores.push(await scorePair(session, tokenizer.encodePair(query, passage, { maxLength: maxTokens })));
    }
    return scores;
  };
}

export const perform = load();
