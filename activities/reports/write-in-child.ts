import { ApplicationFailure } from "@temporalio/common";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import { reportFailure } from "./report-failure.ts";

/** What another try does not mend: the child works on the same rows with the same limits. */
function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof ExtractionError)) return error;
  if (error.reason === "aborted") return signal.aborted ? signal.reason : error;
  if (error.reason === "crashed") return error;
  return error.isOverLimits
    ? reportFailure("The project is too large for this report: request the CSV tables instead")
    : ApplicationFailure.nonRetryable(`The file could not be written (${error.reason})`);
}

/** Lets a capped child write, and says what its failure means for the report. */
export async function writeInChild<T>(write: () => Promise<T>, signal: AbortSignal): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw asFailure(error, signal);
  }
}
