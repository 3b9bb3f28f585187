import { json } from "node:stream/consumers";
import { createEmbedder } from "../../retrieval/embedding/embedder.ts";
import { openRawModel } from "./raw-model.ts";

/*
 * The program behind `timeModelAlone`, in a separate process, like a script without this product. In the
 * benchmark's process, beside the API, the raw model is a seventh slower.
 */

export interface ModelTiming {
  kind: "raw" | "pool";
  modelDir: string;
  threads?: number | undefined;
  texts: readonly string[];
}

const WARM_UP_TEXTS = 50;

const { kind, modelDir, threads, texts } = (await json(process.stdin)) as ModelTiming;
const model =
  kind === "raw" ? await openRawModel(modelDir, threads) : await createEmbedder({ modelDir, threads });
await model.embed(texts.slice(0, WARM_UP_TEXTS));
const start = performance.now();
await model.embed(texts);
process.stdout.write(String((performance.now() - start) / 1_000));
await model.close();
