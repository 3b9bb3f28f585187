import {
  ActivityFailure,
  ApplicationFailure,
  ChildWorkflowFailure,
  TimeoutFailure,
  isCancellation,
  type WorkflowInterceptors,
} from "@temporalio/workflow";

const causeOf = (error: Error): Error | null => (error.cause instanceof Error ? error.cause : null);

/** A timeout carries the failure of the last attempt, if any. */
function rootOf(error: Error): Error {
  const cause = causeOf(error);
  return cause === null || error instanceof ApplicationFailure ? error : rootOf(cause);
}

function plainly(failure: ActivityFailure | ChildWorkflowFailure): ApplicationFailure {
  const step = failure instanceof ActivityFailure ? failure.activityType : failure.workflowType;
  const root = rootOf(failure);
  const waited = causeOf(failure) instanceof TimeoutFailure && root instanceof ApplicationFailure;
  return ApplicationFailure.create({
    message: `${step}: ${root.message}${waited ? ", gave up after retries" : ""}`,
    type: root instanceof ApplicationFailure && root.type ? root.type : root.name,
    nonRetryable: true,
    cause: root,
  });
}

/**
 * Operators read the first line of a failure: it names the step and the reason instead of "Activity task
 * failed".
 */
export const interceptors = (): WorkflowInterceptors => ({
  inbound: [
    {
      async execute(input, next) {
        try {
          return await next(input);
        } catch (error) {
          const isStep = error instanceof ActivityFailure || error instanceof ChildWorkflowFailure;
          throw isStep && !isCancellation(error) ? plainly(error) : error;
        }
      },
    },
  ],
});
