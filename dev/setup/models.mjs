import { cacheDir } from "./locations.mjs";
import { SetupError } from "./setup-error.mjs";

/**
 * The folder of the search models, for MODEL_DIR; downloads missing ones. Silent if there is nothing to do.
 */
export async function prepareModels(report) {
  // Imported late: it uses packages that the same set-up installs.
  const { ensureModels } = await import("../models/ensure-models.mjs");
  try {
    return await ensureModels({ cacheDir: cacheDir(), report });
  } catch (error) {
    throw new SetupError(error.message, { cause: error });
  }
}
