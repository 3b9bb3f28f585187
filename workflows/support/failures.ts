import { ApplicationFailure } from "@temporalio/workflow";

/** What an activity threw, or null if it failed otherwise, such as by a timeout or a cancellation. */
export const failureOf = (error: unknown): ApplicationFailure | null => {
  const cause = error instanceof Error && "cause" in error ? error.cause : error;
  return cause instanceof ApplicationFailure ? cause : null;
};

/** The message of a failure of this type, or null if the activity failed otherwise. */
export function messageOf(type: string, error: unknown): string | null {
  const failure = failureOf(error);
  return failure?.type === type ? failure.message : null;
}

export const isFailureOf = (type: string, error: unknown): boolean => failureOf(error)?.type === type;

/** Whether an activity stopped because its subject was deleted or replaced in the meantime. */
export const isWithdrawn = (error: unknown): boolean => isFailureOf("Withdrawn", error);
