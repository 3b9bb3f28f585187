import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { disableTelemetry } from "../../retrieval/embedding/disable-telemetry.ts";
import { readModelConfig } from "../../retrieval/embedding/model-folder.ts";
import { meanPool } from "../../retrieval/embedding/pooling.rules.ts";
import { readTokenizer } from "../../retrieval/embedding/tokenizer.ts";

/** Texts per model run: the fastest of 1 to 16 on two processors (1 and 16 take a quarter longer). */
const BATCH = 4;

export interface RawModel {
  /** One vector of length 1 per text, in order of length. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Pieces of all texts in rows of equal length; `mask` is 0 for padding. */
function padded(rows: readonly (readonly number[])[]): { ids: Tensor; mask: Tensor; types: Tensor } {
  const length = Math.max(...rows.map((row) => row.length));
  const zeros = () => new BigInt64Array(rows.length * length);
  const [ids, mask] = [zeros(), zeros()];
  for (const [n, row] of rows.entries()) {
    ids.set(row.map(BigInt), n * length);
    mask.fill(1n, n * length, n * length + row.length);
  }
  const tensor = (pieces: BigInt64Array) => new Tensor("int64", pieces, [rows.length, length]);
  return { ids: tensor(ids), mask: tensor(mask), types: tensor(zeros()) };
}

/** Mean of the pieces of each text, without padding. */
function pooled(output: Tensor, rows: readonly (readonly number[])[]): Float32Array[] {
  const [, length = 0, dimension = 0] = output.dims;
  const data = output.data as Float32Array;
  return rows.map((row, n) => {
    const start = n * length * dimension;
    return meanPool({ data: data.subarray(start, start + row.length * dimension), dimension });
  });
}

/**
 * The embedding model with its runtime's defaults: one session with the runtime's own threads, and padded
 * batches sorted by length. Represents a script without this product, so it does not use our worker's pool.
 */
export async function openRawModel(modelDir: string, threads?: number): Promise<RawModel> {
  disableTelemetry();
  const folder = join(modelDir, "embedding");
  const { maxTokens } = await readModelConfig(folder);
  const tokenizer = await readTokenizer(folder);
  const options = threads === undefined ? {} : { intraOpNumThreads: threads };
  const session = await InferenceSession.create(join(folder, "model.onnx"), options);
  const run = async (rows: readonly (readonly number[])[]): Promise<Float32Array[]> => {
    const { ids, mask, types } = padded(rows);
    const feeds = { input_ids: ids, attention_mask: mask, token_type_ids: types };
    const results = await session.run(feeds);
    return pooled(results[session.outputNames[0]!]!, rows);
  };
  return {
    async embed(texts) {
      const rows = texts.map((text) => tokenizer.encode(text, { maxLength: maxTokens }).ids);
      const sorted = rows.toSorted((a, b) => a.length - b.length);
      const vectors: Float32Array[] = [];
      for (let from = 0; from < sorted.length; from += BATCH)
        vectors.push(...(await run(sorted.slice(from, from + BATCH))));
      return vectors;
    },
    close: () => session.release(),
  };
}
