import { CancelledFailure, type Context } from "@temporalio/activity";
import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { BlobChanged } from "../platform/blobs/verified.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import type { Logger } from "../platform/logger.ts";

/** The messages in histories, for failures that no step raises on purpose. All of them are retried. */
const REPORTED = {
  away: "A service that the step needs is unavailable",
  full: "The storage that the step needs is full",
  changed: "The stored file is not the one that was uploaded",
  unexpected: "The step failed unexpectedly: see the worker's log",
} as const;
/** The longest interval between retries after a bug, which waits for a fixed version. */
const LONGEST_MS = 300_000;
const FIRST_MS = 1_000;
/** The names with which `describeWorkflow` explains what a workflow waits for. */
const TYPES = { away: "Unavailable", full: "Full", changed: "Changed", unexpected: "Unexpected" } as const;
/** The failures whose causes are in the log. */
export const LOGGED_TYPES: readonly string[] = Object.values(TYPES);

function passing(error: unknown, attempt: number): ApplicationFailure {
  const fault = infrastructureFault(error);
  const delay = Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 30), LONGEST_MS);
  const what = fault ?? (error instanceof BlobChanged ? "changed" : "unexpected");
  return ApplicationFailure.create({
    type: TYPES[what],
    message: REPORTED[what],
    ...(fault === null && { nextRetryDelay: delay }),
  });
}

/** The failure for Temporal; its cause is only for the log. */
function plainly(failure: ApplicationFailure): ApplicationFailure {
  const { message, type, nonRetryable, details, nextRetryDelay, category } = failure;
  return ApplicationFailure.create({
    message,
    ...(type != null && { type }),
    ...(details != null && { details }),
    ...(nextRetryDelay != null && { nextRetryDelay }),
    ...(category != null && { category }),
    nonRetryable: nonRetryable === true,
  });
}

/** Such as a file with a password: the workflow reports it to its user, and operators need no cause. */
const isOfTheUser = (error: unknown): error is ApplicationFailure =>
  error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN;

function plainFailure(
  error: unknown,
  { info, cancellationSignal: signal }: Context,
  logger: Logger,
): unknown {
  if (error instanceof CancelledFailure) return error;
  if (error instanceof ApplicationFailure && error.cause === undefined) return error;
  if (signal.aborted && !(error instanceof ApplicationFailure)) return signal.reason;
  if (isOfTheUser(error)) return plainly(error);
  const { activityType: step, attempt, workflowExecution } = info;
  const about = { step, attempt, workflowId: workflowExecution?.workflowId };
  // A store may return the wrong bytes once; if it does again, someone must restore the file.
  const level = error instanceof BlobChanged && attempt > 1 ? "error" : "warn";
  logger[level]({ err: error, ...about }, "a workflow step failed");
  return error instanceof ApplicationFailure ? plainly(error) : passing(error, attempt);
}

/**
 * Keeps internals out of histories, which users may see: messages of servers, drivers and libraries, with
 * addresses and data, go to the log. A failure that a step raises on purpose keeps its message.
 */
export const plainFailures =
  (logger: Logger): ActivityInterceptorsFactory =>
  (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          throw plainFailure(error, context, logger);
        }
      },
    },
  });
