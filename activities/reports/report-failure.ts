import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

/** What keeps a report from being built however often it is tried, in words for whoever asked for it. */
export const reportFailure = (message: string): ApplicationFailure =>
  ApplicationFailure.create({ type: "ReportFailure", message, nonRetryable: true });

/** Evidence of the snapshot was taken away meanwhile: another snapshot does without it. */
export const outdated = (message: string): ApplicationFailure =>
  ApplicationFailure.create({
    type: "Outdated",
    message,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
