import type { Logger } from "./logger.ts";
import { onStopSignal } from "./on-stop-signal.ts";
import { StartError } from "./start-error.ts";

/** Starts what a process is for, and stops it when it is told to. Where it cannot start it says why in a line, and ends. */
export async function runProcess(
  start: () => Promise<{ stop(): Promise<void> }>,
  logger: Logger,
): Promise<void> {
  try {
    const { stop } = await start();
    onStopSignal(stop, logger);
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    logger.fatal(error.message);
    process.exit(1);
  }
}
