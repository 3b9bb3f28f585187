import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Logger } from "../logger.ts";
import { StartError } from "./start-error.ts";

/** Activities have 30 s; container runtimes kill whatever takes longer than this. */
const STOP_MS = 38_000;

/**
 * Runs `stop` once on SIGINT or SIGTERM and then ends the process, even if `stop` hangs; a second signal ends
 * it at once.
 */
export function onStopSignal(stop: () => Promise<void>, logger: Logger, stopMs = STOP_MS): void {
  let stopping = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, "stopping");
    setTimeout(() => {
      logger.error({ afterMs: stopMs }, "something hangs and could not be stopped: exiting anyway");
      process.exit(1);
    }, stopMs).unref();
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ err: error }, "could not stop cleanly");
        process.exit(1);
      },
    );
  };
  process.on("SIGINT", handle);
  process.on("SIGTERM", handle);
}

type Collect = (options: { type: "major"; execution: "sync"; flavor: "last-resort" }) => void;

/**
 * Returns the memory that V8 needed for loading the program but no longer uses: it would keep about 100 MB for
 * later, and then release it slowly. Blocks for about a tenth of a second.
 */
export function trimHeap(): void {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("gc") as Collect;
  setFlagsFromString("--no-expose-gc");
  collect({ type: "major", execution: "sync", flavor: "last-resort" });
}

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
