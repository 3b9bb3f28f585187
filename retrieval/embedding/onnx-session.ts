import { InferenceSession, Tensor } from "onnxruntime-node";

/** The word pieces of one text, or of a pair. */
export interface TokenInput {
  ids: readonly number[];
  /** The text of the pair to which each piece belongs; all 0 if absent. */
  typeIds?: readonly number[];
}

export interface OnnxSession {
  /** Runs one text and returns the model's first output with its shape. */
  run(input: TokenInput): Promise<{ data: Float32Array; shape: readonly number[] }>;
}

const row = (ids: readonly number[]): Tensor =>
  new Tensor("int64", BigInt64Array.from(ids, BigInt), [1, ids.length]);

function feedsOf({ ids, typeIds }: TokenInput, inputs: readonly string[]): Record<string, Tensor> {
  const feeds: Record<string, Tensor> = {
    input_ids: row(ids),
    attention_mask: row(ids.map(() => 1)),
    token_type_ids: row(typeIds ?? ids.map(() => 0)),
  };
  // Some exports have no token types, and the runtime refuses unknown inputs.
  return Object.fromEntries(Object.entries(feeds).filter(([name]) => inputs.includes(name)));
}

/**
 * Opens an ONNX model of the BERT family. A run uses one processor: several threads with one each outperform
 * one thread with several. Throws if the file is not a valid model.
 */
export async function openOnnxSession(modelFile: string): Promise<OnnxSession> {
  const session = await InferenceSession.create(modelFile, {
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
  });
  const output = session.outputNames[0] ?? "";
  return {
    async run(input) {
      const results = await session.run(feedsOf(input, session.inputNames), [output]);
      const tensor = results[output];
      if (!(tensor?.data instanceof Float32Array)) throw new Error(`${modelFile} returns no float output`);
      return { data: tensor.data, shape: tensor.dims };
    },
  };
}
