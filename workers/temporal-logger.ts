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

/** Its cause has its own line, with the step: while a server is unavailable, each attempt of each step fails. */
const isLogged = (message: string, error: unknown): boolean =>
  message === "Activity failed" &&
  error instanceof ApplicationFailure &&
  LOGGED_TYPES.some((type) => type === error.type);

function levelOf(message: string, error: unknown): "debug" | "info" | "warn" {
  if (isLogged(message, error)) return "debug";
  return EXPECTED.some((beginning) => message.startsWith(beginning)) ? "info" : "warn";
}

/** Temporal's own messages in our log, without the token of a task. None needs human action, because Temporal retries. */
export const temporalLogger = (logger: Logger): DefaultLogger =>
  new DefaultLogger("WARN", ({ message, meta: { error, ...about } = {} }) =>
    logger[levelOf(message, error)](
      { ...about, taskToken: undefined, ...(error ? { err: error } : {}) },
      message,
    ),
  );
