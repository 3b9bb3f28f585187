import type { Logger } from "../logger.ts";

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
      logger.error({ afterMs: stopMs }, "could not stop in time: exiting anyway");
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
