import { CancelledFailure, type Context } from "@temporalio/activity";
import { ApplicationFailure } from "@temporalio/common";
import type { ActivityInterceptorsFactory } from "@temporalio/worker";
import type { Logger } from "../platform/logger.ts";

/** Type of a failure that says nothing about what a step was asked to do: tried again, with the step's patience. */
const PASSING = "Unavailable";

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
  return error instanceof ApplicationFailure
    ? plainly(error)
    : ApplicationFailure.retryable("Something that the step needs is away: tried again by itself", PASSING);
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
