import { ApplicationFailure } from "@temporalio/common";
import { DefaultLogger } from "@temporalio/worker";
import type { Logger } from "../platform/logger.ts";
import { LOGGED_TYPES } from "./plain-failures.ts";

const EXPECTED = [
  // Unexpected causes have been logged with their step, and the console lists failed workflows with a retry.
  "Workflow failed",
  // The connection is closed without waiting for this notice: without it, Temporal notices a little later.
  "shutdown_worker rpc errored during worker shutdown",
];

/** Its cause has its own line, with the step. */
const isLogged = (error: unknown): boolean =>
  error instanceof ApplicationFailure && LOGGED_TYPES.some((type) => type === error.type);

const isExpected = (message: string, error: unknown): boolean =>
  EXPECTED.some((beginning) => message.startsWith(beginning)) ||
  (message === "Activity failed" && isLogged(error));

/** Temporal's own messages in our log. None needs human action, because Temporal retries. */
export const temporalLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger("WARN", ({ message, meta: { error, ...about } = {} }) =>
    logger[isExpected(message, error) ? "info" : "warn"](
      { ...about, ...(error ? { err: error } : {}) },
      message,
    ),
  );
