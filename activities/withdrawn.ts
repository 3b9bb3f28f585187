import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

/** Ends a workflow without an error: a user's change made it unnecessary. */
export const withdrawn = (message: string) =>
  ApplicationFailure.create({
    type: "Withdrawn",
    message,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
