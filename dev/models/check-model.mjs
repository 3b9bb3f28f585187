import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

// All that checks or builds models imports this file: ONNX Runtime, here and in Python, would report it to its maker.
process.env.ORT_DISABLE_TELEMETRY = "1";

/**
 * The first two have nearly the same meaning; the third means something else in words that overlap with the
 * first.
 */
const SAMPLES = [
  "Access rights of employees are reviewed every quarter.",
  "Each three months managers check which permissions their staff have.",
  "Employees of every quarter of the city are reviewed in the papers.",
  "Backups are encrypted and restored once a year to prove that they work.",
];
const CLEARLY = 0.1;

/** Imported late: this file is loaded before the packages are installed. */
async function loadLibraries() {
  const [{ Tokenizer }, ort] = await Promise.all([
    import("@huggingface/tokenizers"),
    import("onnxruntime-node"),
  ]);
  return { Tokenizer, ort: ort.default ?? ort };
}

async function readTokenizer(folder) {
  const { Tokenizer } = await loadLibraries();
  return new Tokenizer(JSON.parse(await readFile(join(folder, "tokenizer.json"), "utf8")), {});
}

/** Word pieces of the sample sentences, for comparing two builds of a model. */
export async function tokenIdsOfSamples(folder) {
  const tokenizer = await readTokenizer(folder);
  return SAMPLES.map((text) => tokenizer.encode(text).ids);
}

async function openModel(folder) {
  for (const name of ["model.onnx", "tokenizer.json", "config.json"]) {
    if (!existsSync(join(folder, name))) {
      throw new Error(`${folder} is not a model folder: ${name} is missing. Correct MODEL_DIR, or unset it.`);
    }
  }
  const { ort } = await loadLibraries();
  const session = await ort.InferenceSession.create(join(folder, "model.onnx"), { intraOpNumThreads: 1 });
  const tensor = (values) => new ort.Tensor("int64", BigInt64Array.from(values, BigInt), [1, values.length]);
  return async (ids, typeIds = ids.map(() => 0)) => {
    const feeds = {
      input_ids: tensor(ids),
      attention_mask: tensor(ids.map(() => 1)),
      token_type_ids: tensor(typeIds),
    };
    const known = Object.entries(feeds).filter(([name]) => session.inputNames.includes(name));
    const result = await session.run(Object.fromEntries(known));
    return result[session.outputNames[0]];
  };
}

function unitMean({ data, dims }) {
  const dimension = dims.at(-1);
  const sum = Array.from({ length: dimension }, () => 0);
  data.forEach((value, index) => {
    sum[index % dimension] += value;
  });
  const length = Math.hypot(...sum);
  return sum.map((value) => value / length);
}

const cosine = (a, b) => a.reduce((sum, value, index) => sum + value * b[index], 0);

/**
 * Throws if a folder contains no embedding model, or one that cannot distinguish similar from different
 * texts.
 */
export async function checkEmbeddingModel(folder) {
  const run = await openModel(folder);
  const { dimension } = JSON.parse(await readFile(join(folder, "config.json"), "utf8"));
  const vectors = [];
  for (const ids of await tokenIdsOfSamples(folder)) vectors.push(unitMean(await run(ids)));
  const [review, check, news, backup] = vectors;
  if (review.length !== dimension) {
    throw new Error(`${folder}: the model gives ${review.length} numbers, config.json says ${dimension}.`);
  }
  const like = cosine(review, check);
  if (like < cosine(review, backup) + CLEARLY || like < cosine(check, news)) {
    throw new Error(`${folder}: the model does not distinguish similar sentences from different ones.`);
  }
}

/** Throws if a folder contains no cross-encoder, or one that prefers the wrong answer. */
export async function checkRerankModel(folder) {
  const run = await openModel(folder);
  const tokenizer = await readTokenizer(folder);
  const scores = [];
  for (const passage of [SAMPLES[0], SAMPLES[3]]) {
    const options = { text_pair: passage, return_token_type_ids: true };
    const pair = tokenizer.encode("How often are access rights reviewed?", options);
    scores.push((await run(pair.ids, pair.token_type_ids)).data.at(-1));
  }
  if (!(scores[0] > scores[1])) throw new Error(`${folder}: the model prefers the wrong answer.`);
}
