import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import { removeLostScratch } from "../platform/scratch.ts";
import { removeOldBundles } from "./parser-program.ts";

const EVERY_MS = 3_600_000;

/** Where each API process has a folder for uploads, when files are kept elsewhere. */
export const spoolsIn = (dataDir: string): string => join(dataDir, "spool");

/** Removes what killed processes left on this machine: scratch folders, uploads, bundles of parsers. Answers how much. */
async function sweepLeftovers({ DATA_DIR }: Pick<Config, "DATA_DIR">): Promise<number> {
  const scratch = await removeLostScratch();
  const uploads = await removeLostScratch(spoolsIn(DATA_DIR));
  return scratch + uploads + (await removeOldBundles());
}

/** Sweeps now and then, from the start on; nothing waits for it. What lies in the blob store is the housekeeping's. */
export function startSweeping(
  config: Pick<Config, "DATA_DIR">,
  logger: Logger,
  everyMs = EVERY_MS,
): { stop(): void } {
  const sweep = (): void =>
    void sweepLeftovers(config).then(
      (removed) => removed > 0 && logger.info({ removed }, "removed what killed processes had left"),
      (error: unknown) => logger.warn({ err: error }, "what killed processes left could not be removed"),
    );
  const timer = setInterval(sweep, everyMs).unref();
  sweep();
  return { stop: () => clearInterval(timer) };
}
