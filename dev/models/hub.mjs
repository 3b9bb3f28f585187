import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { download } from "../setup/download.mjs";

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
const ANSWER_MS = 6_000;

async function downloadFile(url, path) {
  try {
    await download(url, path, { answerMs: ANSWER_MS });
  } catch (error) {
    throw new Error(error.cause?.message ?? error.message, { cause: error });
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
