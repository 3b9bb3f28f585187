import { ApplicationFailure } from "@temporalio/workflow";

/** What an activity threw, or null if it failed otherwise, such as by a timeout or a cancellation. */
export const failureOf = (error: unknown): ApplicationFailure | null => {
  const cause = error instanceof Error && "cause" in error ? error.cause : error;
  return cause instanceof ApplicationFailure ? cause : null;
};

export const isFailureOf = (type: string, error: unknown): boolean => failureOf(error)?.type === type;

/** Whether an activity stopped because its subject was deleted or replaced in the meantime. */
export const isWithdrawn = (error: unknown): boolean => isFailureOf("Withdrawn", error);
