import { ApplicationFailure, ApplicationFailureCategory } from "@temporalio/common";

/** A permanent failure of a report, worded for the requester. */
export const reportFailure = (message: string): ApplicationFailure =>
  ApplicationFailure.create({ type: "ReportFailure", message, nonRetryable: true });

/** Evidence in the snapshot was removed in the meantime: a new snapshot will omit it. */
export const outdated = (message: string): ApplicationFailure =>
  ApplicationFailure.create({
    type: "Outdated",
    message,
    nonRetryable: true,
    category: ApplicationFailureCategory.BENIGN,
  });
