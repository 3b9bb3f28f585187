import { join } from "node:path";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import { removeLostScratch } from "../platform/blobs/scratch.ts";

const EVERY_MS = 3_600_000;

/** Where workers build reports and, if files are stored elsewhere, APIs receive uploads. */
export const spoolsIn = (dataDir: string): string => join(dataDir, "spool");

/** Removes what killed processes left on this machine, scratch folders and uploads; returns the count. */
async function sweepLeftovers({ DATA_DIR }: Pick<Config, "DATA_DIR">): Promise<number> {
  return (await removeLostScratch()) + (await removeLostScratch(spoolsIn(DATA_DIR)));
}

/** Sweeps from time to time, beginning now, in the background. Housekeeping handles the blob store. */
export function startSweeping(
  config: Pick<Config, "DATA_DIR">,
  logger: Logger,
  everyMs = EVERY_MS,
): { stop(): void } {
  const sweep = (): void =>
    void sweepLeftovers(config).then(
      (removed) => removed > 0 && logger.info({ removed }, "removed leftovers of killed processes"),
      (error: unknown) => logger.warn({ err: error }, "could not remove leftovers of killed processes"),
    );
  const timer = setInterval(sweep, everyMs).unref();
  sweep();
  return { stop: () => clearInterval(timer) };
}
