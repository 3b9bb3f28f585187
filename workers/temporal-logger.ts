import { DefaultLogger } from "@temporalio/worker";
import type { Logger } from "../platform/logger.ts";

/** Unexpected causes have been logged with their step, and the console lists failed workflows with a retry. */
const LISTED = "Workflow failed";

/** Temporal's own messages in our log. None needs human action, because Temporal retries. */
export const temporalLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger("WARN", ({ message, meta: { error, ...about } = {} }) =>
    logger[message === LISTED ? "info" : "warn"]({ ...about, ...(error ? { err: error } : {}) }, message),
  );
