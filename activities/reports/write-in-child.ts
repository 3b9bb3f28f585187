import { setTimeout as sleep } from "node:timers/promises";
import { ApplicationFailure } from "@temporalio/common";
import { reportSentence } from "../../domain/reports/report-failures.rules.ts";
import { ExtractionError } from "../../extraction/extraction-error.ts";
import { reportFailure } from "./report-failure.ts";

/** Children that may crash over the same rows, as over an uploaded file. Other failures do not count. */
const TRIES = 3;
/** Between two of them. */
const PAUSE_MS = 2_000;

const isCrash = (error: unknown): boolean => error instanceof ExtractionError && error.reason === "crashed";

/** Failures that a retry does not fix: the child would process the same rows with the same limits. */
function asFailure(error: unknown, signal: AbortSignal): unknown {
  if (!(error instanceof ExtractionError)) return error;
  if (error.reason === "aborted") return signal.aborted ? signal.reason : error;
  return error.isOverLimits
    ? reportFailure(reportSentence("too_large"))
    : ApplicationFailure.nonRetryable(`The file could not be written (${error.reason})`);
}

/** Runs a writer in a capped child, in another one if it crashes, and translates its failure for the report. */
export async function writeInChild<T>(
  write: () => Promise<T>,
  signal: AbortSignal,
  pauseMs = PAUSE_MS,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await write();
    } catch (error) {
      if (tries === TRIES || !isCrash(error)) throw asFailure(error, signal);
    }
    await sleep(pauseMs, undefined, { signal });
  }
}
