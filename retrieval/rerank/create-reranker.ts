import { existsSync } from "node:fs";
import { join } from "node:path";
import { createCrossEncoder } from "./cross-encoder.ts";
import { createLateInteraction } from "./late-interaction.ts";
import type { PassageSigns } from "./passage-signs.ts";
import type { Reranker } from "./reranker.ts";

export interface RerankerOptions {
  /** The model folder; its `reranker` is used if present. */
  modelDir: string;
  /**
   * RERANK_MODEL: folder of another cross-encoder; one that cannot be loaded is an error, never a silent
   * fallback.
   */
  rerankModel?: string | undefined;
  threads?: number;
  /** For late interaction. */
  passageSigns: PassageSigns;
}

/** A cross-encoder if one is configured or came with the models, otherwise late interaction. */
export async function createReranker(options: RerankerOptions): Promise<Reranker> {
  const { modelDir, rerankModel, threads, passageSigns } = options;
  const shipped = join(modelDir, "reranker");
  const folder = rerankModel ?? (existsSync(join(shipped, "model.onnx")) ? shipped : null);
  if (folder === null) return createLateInteraction(passageSigns);
  return await createCrossEncoder({ folder, threads });
}
