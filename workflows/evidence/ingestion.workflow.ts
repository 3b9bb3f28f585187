import {
  ActivityCancellationType,
  CancellationScope,
  defineQuery,
  defineSignal,
  isCancellation,
  proxyActivities,
  proxyLocalActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  type ActivityOptions,
} from "@temporalio/workflow";
import { defineSearchAttributeKey } from "@temporalio/common";
import type { createIngestionActivities } from "../../activities/evidence/ingestion.activities.ts";
import type { IngestionStep } from "../../domain/evidence/evidence.rules.ts";
import { INGESTION_CANCELLED, ingestionFailure } from "../../domain/evidence/ingestion-failures.rules.ts";
import { failureOf, isWithdrawn } from "../support/failures.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createIngestionActivities>;

/** How soon a dead worker is noticed. */
const HEARTBEAT = "15s";
/** Attempts at a file that kills its parser, until it becomes FAILED. Other failures do not count. */
const FILE_TRIES = 3;
/** Between two attempts. */
const FILE_PAUSE = "2s";
/** The type of failures caused by the file; all others are temporary, however long they last. */
const OF_THE_FILE = "ExtractionError";

/**
 * When withdrawn, the workflow ends after its activity has stopped, because the withdrawal then removes what
 * it wrote last. A lost or stuck activity sends no heartbeats, so Temporal ends it.
 */
const cancellationType = ActivityCancellationType.WAIT_CANCELLATION_COMPLETED;
const steps = (options: ActivityOptions) =>
  proxyActivities<Activities>({ ...options, heartbeatTimeout: HEARTBEAT, cancellationType });

/** Waits for database and index, even for hours. */
const store = steps({ startToCloseTimeout: "1m", retry: retries.awaited });
const index = steps({ startToCloseTimeout: "5m", retry: retries.awaited });
const embed = steps({ startToCloseTimeout: "15m", retry: retries.awaited });
const scan = steps({ startToCloseTimeout: "5m", retry: retries.awaited });
const parse = steps({
  startToCloseTimeout: "10m",
  retry: { ...retries.awaited, nonRetryableErrorTypes: [OF_THE_FILE] },
});
/** Local, because the worker answers from its memory: without a scanner, files need no step for it. */
const { hasScanner } = proxyLocalActivities<Activities>({ startToCloseTimeout: "10s" });

const stepAttribute = defineSearchAttributeKey("IngestionStep", "KEYWORD");

export interface IngestEvidenceInput {
  evidenceId: string;
  /** 0 for the upload, incremented for each retry that a user requested. */
  attempt: number;
}

export interface IngestionProgress {
  step: IngestionStep;
  outcome: "running" | "completed" | "quarantined" | "withdrawn" | "failed";
  reason: string | null;
}

export const withdrawSignal = defineSignal<["deleted" | "superseded"]>("withdraw");
export const progressQuery = defineQuery<IngestionProgress>("progress");

/** A retry can help if the machine, not the file, may be the cause. */
const mayPass = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.type === OF_THE_FILE && failure.nonRetryable !== true;
};

async function parseFile(evidenceId: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await parse.extractEvidence(evidenceId);
      return;
    } catch (error) {
      if (tries === FILE_TRIES || !mayPass(error)) throw error;
      await sleep(FILE_PAUSE);
    }
  }
}

/** Why the file could not be read, as one of a fixed set of sentences. */
const reasonOf = (error: unknown): string =>
  isCancellation(error) ? INGESTION_CANCELLED : ingestionFailure(failureOf(error)?.details?.[0]);

async function runSteps(
  evidenceId: string,
  enter: (step: IngestionStep) => void,
): Promise<"completed" | "quarantined"> {
  if (await hasScanner()) {
    enter("scan");
    const verdict = await scan.scanEvidence(evidenceId);
    if (verdict.infected) {
      await store.quarantineEvidence(evidenceId, verdict.reason);
      return "quarantined";
    }
  }
  enter("extract");
  await parseFile(evidenceId);
  enter("embed");
  await embed.embedEvidence(evidenceId);
  enter("index");
  await index.indexEvidence(evidenceId);
  enter("score");
  await store.completeEvidence(evidenceId);
  enter("complete");
  return "completed";
}

/**
 * Ingests one piece of evidence. If the file cannot be read, the workflow fails, so that operators see it.
 *
 * Each activity costs Temporal and the worker some 40 ms of processor time, so some take a short step along:
 * `extractEvidence` the thumbnail, `embedEvidence` the passages, and `completeEvidence` the score. The API and the
 * heartbeats show each of these steps.
 */
export async function ingestEvidence({ evidenceId }: IngestEvidenceInput): Promise<IngestionProgress> {
  const progress: IngestionProgress = { step: "scan", outcome: "running", reason: null };
  const scope = new CancellationScope();
  let withdrawn: string | null = null;
  setHandler(progressQuery, () => progress);
  setHandler(withdrawSignal, (reason) => {
    withdrawn = reason;
    scope.cancel();
  });
  const enter = (step: IngestionStep): void => {
    progress.step = step;
    upsertSearchAttributes([{ key: stepAttribute, value: step }]);
  };
  try {
    progress.outcome = await scope.run(() => runSteps(evidenceId, enter));
    return progress;
  } catch (error) {
    if (withdrawn !== null || isWithdrawn(error))
      return { ...progress, outcome: "withdrawn", reason: withdrawn };
    progress.outcome = "failed";
    const reason = reasonOf(error);
    progress.reason = reason;
    try {
      await CancellationScope.nonCancellable(() => store.failEvidence(evidenceId, reason));
    } catch (late) {
      if (isWithdrawn(late)) return { ...progress, outcome: "withdrawn", reason: withdrawn };
      throw late;
    }
    throw error;
  }
}
