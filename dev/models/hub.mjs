import { createWriteStream } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

export const HUB_EMBEDDING = {
  repository: "Xenova/all-MiniLM-L6-v2",
  config: { name: "all-MiniLM-L6-v2", dimension: 384, maxTokens: 256 },
};
export const HUB_RERANKER = {
  repository: "Xenova/ms-marco-MiniLM-L-6-v2",
  config: { name: "ms-marco-MiniLM-L-6-v2", maxTokens: 512 },
};

const MODEL_FILE = { int8: "onnx/model_quantized.onnx", fp32: "onnx/model.onnx" };
/** An unreachable hub must be noticed soon; a reachable one may be slow. */
const FIRST_BYTE_MS = 6_000;
const STALL_MS = 30_000;

/** Passes bytes on, and aborts if none arrive for a while. */
async function* unstalled(stream, abort) {
  let timer = setTimeout(() => abort(), STALL_MS);
  try {
    for await (const part of stream) {
      clearTimeout(timer);
      timer = setTimeout(() => abort(), STALL_MS);
      yield part;
    }
  } finally {
    clearTimeout(timer);
  }
}

async function downloadFile(url, path) {
  const controller = new AbortController();
  const giveUp = () => controller.abort(new Error(`no answer from ${new URL(url).host} in time`));
  const timer = setTimeout(giveUp, FIRST_BYTE_MS);
  try {
    const response = await fetch(url, { signal: controller.signal });
    clearTimeout(timer);
    if (!response.ok || !response.body) throw new Error(`${url} answered ${response.status}`);
    await pipeline(unstalled(Readable.fromWeb(response.body), giveUp), createWriteStream(path));
  } catch (error) {
    throw new Error(error.cause?.message ?? error.message, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Downloads one model; config.json comes last, so that a folder with it is complete. HF_ENDPOINT names a
 * mirror.
 */
export async function downloadModel({ repository, config }, { folder, precision, report, env }) {
  const base = `${env.HF_ENDPOINT ?? "https://huggingface.co"}/${repository}/resolve/main`;
  report(`Downloading ${config.name} (${precision}) from the Hugging Face hub`);
  await mkdir(folder, { recursive: true });
  await downloadFile(`${base}/tokenizer.json`, join(folder, "tokenizer.json"));
  await downloadFile(`${base}/${MODEL_FILE[precision]}`, join(folder, "model.onnx"));
  await writeFile(join(folder, "config.json"), JSON.stringify({ ...config, precision }));
}
