import type { Logger } from "../logger.ts";
import { onStopSignal } from "./on-stop-signal.ts";
import { StartError } from "./start-error.ts";
import { trimHeap } from "./trim-heap.ts";

/**
 * Runs a process until it is asked to stop. If it cannot start, it logs one line with the reason and exits.
 */
export async function runProcess(
  start: () => Promise<{ stop(): Promise<void> }>,
  logger: Logger,
): Promise<void> {
  try {
    const { stop } = await start();
    onStopSignal(stop, logger);
    trimHeap();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    logger.fatal(error.message);
    process.exit(1);
  }
}
