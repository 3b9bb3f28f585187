import { cacheDir } from "./locations.mjs";
import { SetupError } from "./setup-error.mjs";

/**
 * The folder of the search models, for MODEL_DIR; downloads missing ones. Silent if there is nothing to do.
 */
export async function prepareModels(report) {
  // ONNX Runtime, here and in Python, would report to its maker that it checks the models.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  // Imported late: it uses packages that the same set-up installs.
  const { ensureModels } = await import("../models/ensure-models.mjs");
  try {
    return await ensureModels({ cacheDir: cacheDir(), report });
  } catch (error) {
    throw new SetupError(error.message, { cause: error });
  }
}
