import { CancelledFailure, type Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import { infrastructureFault } from "../platform/infrastructure-fault.ts";
import type { Logger } from "../platform/logger.ts";

/** What histories, and whoever sees them, are told of failures that no step makes on purpose. All are tried again. */
const TOLD = {
  away: "Something that the step needs is away",
  full: "Something that the step needs is full",
  unexpected: "The step failed unexpectedly: the worker's log says how",
} as const;
/** What is wrong with our code waits for another version of it, ever longer up to this. */
const LONGEST_MS = 300_000;
const FIRST_MS = 1_000;
/** As `describeWorkflow` tells people what is waited for. */
const TYPES = { away: "Unavailable", full: "Full", unexpected: "Unexpected" } as const;

function passing(error: unknown, attempt: number): ApplicationFailure {
  const fault = infrastructureFault(error);
  const delay = Math.min(FIRST_MS * 2 ** Math.min(attempt - 1, 30), LONGEST_MS);
  const what = fault ?? "unexpected";
  return ApplicationFailure.create({
    type: TYPES[what],
    message: TOLD[what],
    ...(fault === null && { nextRetryDelay: delay }),
  });
}

/** What Temporal keeps of a failure; the cause is for the log alone. */
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

function toldOf(error: unknown, { info, cancellationSignal: signal }: Context, logger: Logger): unknown {
  if (error instanceof CancelledFailure) return error;
  if (error instanceof ApplicationFailure && error.cause === undefined) return error;
  if (signal.aborted && !(error instanceof ApplicationFailure)) return signal.reason;
  const { activityType: step, attempt, workflowExecution } = info;
  const about = { step, attempt, workflowId: workflowExecution?.workflowId };
  logger.warn({ err: error, ...about }, "a step of a workflow failed");
  return error instanceof ApplicationFailure ? plainly(error) : passing(error, attempt);
}

/**
 * Keeps internals out of histories, which people may be shown: what a server, a driver or a library says, with the
 * addresses and the data in it, goes to the log. A failure that a step makes on purpose says what it is.
 */
export const plainFailures =
  (logger: Logger): ActivityInterceptorsFactory =>
  (context) => ({
    inbound: {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          throw toldOf(error, context, logger);
        }
      },
    },
  });
