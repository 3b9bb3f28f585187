import { ApplicationFailure } from "@temporalio/common";
import { reportSentence } from "../../domain/reports/report-failures.rules.ts";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import { reportFailure } from "./report-failure.ts";

/** Failures that a retry does not fix: the child would process the same rows with the same limits. */
function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof ExtractionError)) return error;
  if (error.reason === "aborted") return signal.aborted ? signal.reason : error;
  if (error.reason === "crashed") return error;
  return error.isOverLimits
    ? reportFailure(reportSentence("too_large"))
    : ApplicationFailure.nonRetryable(`The file could not be written (${error.reason})`);
}

/** Runs a writer in a capped child, and translates its failure for the report. */
export async function writeInChild<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw asFailure(error, signal);
  }
}
