import type { Logger } from "./logger.ts";

/** Runs `stop` once on SIGINT or SIGTERM, then ends the process; a second signal ends it at once. */
export function onStopSignal(stop: () => Promise<void>, logger: Logger): void {
  let stopping = false;
  const handle = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    logger.info({ signal }, "stopping");
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
