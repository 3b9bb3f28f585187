import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

const modelConfig = z.object({
  /** Stored with the index and compared at start. */
  name: z.string().min(1),
  /** Length of a vector; absent for models that return a score. */
  dimension: z.number().int().positive().optional(),
  /** The model's maximum number of word pieces, including special ones. */
  maxTokens: z.number().int().min(8).default(256),
  precision: z.enum(["fp32", "int8"]).default("fp32"),
});

export type ModelConfig = z.infer<typeof modelConfig>;

/**
 * Reads `config.json` in a model's folder (beside `model.onnx` and `tokenizer.json`). Throws with the
 * folder's name if it is missing or invalid.
 */
export async function readModelConfig(folder: string): Promise<ModelConfig> {
  const path = join(folder, "config.json");
  try {
    return modelConfig.parse(JSON.parse(await readFile(path, "utf8")));
  } catch (cause) {
    throw new Error(`${path} is not a model description ({name, dimension, maxTokens, precision})`, {
      cause,
    });
  }
}
