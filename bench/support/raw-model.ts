import { join } from "node:path";
import { InferenceSession, Tensor } from "onnxruntime-node";
import { readModelConfig } from "../../retrieval/embedding/model-folder.ts";
import { normalise } from "../../retrieval/embedding/pooling.rules.ts";
import { readTokenizer } from "../../retrieval/embedding/tokenizer.ts";

/** Texts that the model reads at once: the quickest of 1 to 32 on two processors (1 and 16 are a fifth slower). */
const BATCH = 4;

export interface RawModel {
  /** One vector of length 1 per text, in order of length. */
  embed(texts: readonly string[]): Promise<Float32Array[]>;
  close(): Promise<void>;
}

/** Pieces of all texts in rows of the longest one's length; `mask` is 0 where a text has ended. */
function padded(rows: readonly (readonly number[])[]): { ids: Tensor; mask: Tensor; types: Tensor } {
  const length = Math.max(...rows.map((row) => row.length));
  const tensor = (pieceOf: (row: readonly number[], at: number) => number): Tensor => {
    const pieces = rows.flatMap((row) => Array.from({ length }, (_, at) => BigInt(pieceOf(row, at))));
    return new Tensor("int64", BigInt64Array.from(pieces), [rows.length, length]);
  };
  return {
    ids: tensor((row, at) => row[at] ?? 0),
    mask: tensor((row, at) => (at < row.length ? 1 : 0)),
    types: tensor(() => 0),
  };
}

/** Mean of the pieces of each text, padding left out. */
function pooled(output: Tensor, rows: readonly (readonly number[])[]): Float32Array[] {
  const [, length = 0, dimension = 0] = output.dims;
  const data = output.data as Float32Array;
  return rows.map((row, n) => {
    const sum = new Float32Array(dimension);
    for (let at = 0; at < row.length; at += 1) {
      const offset = (n * length + at) * dimension;
      for (let i = 0; i < dimension; i += 1) sum[i]! += data[offset + i]!;
    }
    return normalise(sum);
  });
}

/**
 * The embedding model as its runtime comes: one session with the runtime's own threads, padded batches sorted by length.
 * What a script without this product would do; our worker's pool is not in it.
 */
export async function openRawModel(modelDir: string, threads?: number): Promise<RawModel> {
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
