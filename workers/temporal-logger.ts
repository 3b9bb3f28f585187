import { DefaultLogger } from "@temporalio/worker";
import type { Logger } from "../platform/logger.ts";

const EXPECTED = [
  // Unexpected causes have been logged with their step, and the console lists failed workflows with a retry.
  "Workflow failed",
  // The connection is closed without waiting for this notice: without it, Temporal notices a little later.
  "shutdown_worker rpc errored during worker shutdown",
];

const isExpected = (message: string): boolean => EXPECTED.some((beginning) => message.startsWith(beginning));

/** Temporal's own messages in our log. None needs human action, because Temporal retries. */
export const temporalLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger("WARN", ({ message, meta: { error, ...about } = {} }) =>
    logger[isExpected(message) ? "info" : "warn"]({ ...about, ...(error ? { err: error } : {}) }, message),
  );
