import {
  ActivityCancellationType,
  ApplicationFailure,
  CancellationScope,
  defineQuery,
  defineSignal,
  isCancellation,
  patched,
  proxyActivities,
  setHandler,
  sleep,
  upsertSearchAttributes,
  type ActivityOptions,
} from "@temporalio/workflow";
import { defineSearchAttributeKey } from "@temporalio/common";
import type { createIngestionActivities } from "../activities/ingestion.activities.ts";
import type { IngestionStep } from "../domain/evidence/evidence.rules.ts";
import { READING_CANCELLED, readingFailure } from "../domain/evidence/reading-failures.rules.ts";

type Activities = ReturnType<typeof createIngestionActivities>;

/** A worker that died is noticed this soon. */
const HEARTBEAT = "15s";
/** What a poison file may cost: parsers get this many tries, then the file is FAILED. Nothing else counts as one. */
const FILE_TRIES = 3;
/** Between two of them. */
const FILE_PAUSE = "2s";
/** Failures that are the file's own, by type; everything else passes, however long it takes. */
const OF_THE_FILE = "ExtractionError";
const OF_THE_PICTURE = "DrawingError";

const patient = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "15s" } as const;

/** The activities, each with its own patience. */
function activitiesWith(cancellationType: ActivityCancellationType) {
  const proxy = (options: ActivityOptions) =>
    proxyActivities<Activities>({ ...options, heartbeatTimeout: HEARTBEAT, cancellationType });
  return {
    /** Database and index may be away for hours: these wait for them. */
    store: proxy({ startToCloseTimeout: "1m", retry: patient }),
    index: proxy({ startToCloseTimeout: "5m", retry: patient }),
    embed: proxy({ startToCloseTimeout: "15m", retry: patient }),
    scan: proxy({ startToCloseTimeout: "5m", retry: patient }),
    parse: proxy({
      startToCloseTimeout: "10m",
      retry: { ...patient, nonRetryableErrorTypes: [OF_THE_FILE] },
    }),
    /** A picture is a courtesy: one that cannot be drawn does not fail the evidence. */
    picture: proxy({
      startToCloseTimeout: "2m",
      retry: { ...patient, nonRetryableErrorTypes: [OF_THE_PICTURE] },
    }),
  };
}
type Proxies = ReturnType<typeof activitiesWith>;

/**
 * Withdrawn, it ends when its activity has let go: whoever waits for the end takes away what that one wrote last. An
 * activity that is lost or stuck stops its heartbeats, so that Temporal ends it.
 */
const waiting = activitiesWith(ActivityCancellationType.WAIT_CANCELLATION_COMPLETED);
/** As ingestions did that began before. */
const leaving = activitiesWith(ActivityCancellationType.TRY_CANCEL);

const stepAttribute = defineSearchAttributeKey("IngestionStep", "KEYWORD");

export interface IngestEvidenceInput {
  evidenceId: string;
  /** 0 for the upload, then one more for each retry a person asked for. */
  attempt: number;
}

export interface IngestionProgress {
  step: IngestionStep;
  outcome: "running" | "completed" | "quarantined" | "withdrawn" | "failed";
  reason: string | null;
}

export const withdrawSignal = defineSignal<["deleted" | "superseded"]>("withdraw");
export const progressQuery = defineQuery<IngestionProgress>("progress");

/** Type of the failure with which an activity says that the evidence was deleted or replaced meanwhile. */
const WITHDRAWN = "Withdrawn";

const failureOf = (error: unknown): ApplicationFailure | null => {
  const cause = error instanceof Error && "cause" in error ? error.cause : error;
  return cause instanceof ApplicationFailure ? cause : null;
};

const isWithdrawn = (error: unknown): boolean => failureOf(error)?.type === WITHDRAWN;

/** Another try can help where the machine, not the file, may be the cause. */
const mayPass = (error: unknown): boolean => {
  const failure = failureOf(error);
  return failure?.type === OF_THE_FILE && failure.nonRetryable !== true;
};

async function parseFile({ parse }: Proxies, evidenceId: string): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await parse.extractEvidence(evidenceId);
      return;
    } catch (error) {
      // Of those that began before, Temporal counted the tries.
      if (tries === FILE_TRIES || !mayPass(error) || !patched("count-file-tries")) throw error;
      await sleep(FILE_PAUSE);
    }
  }
}

/** Why the file was not read, for people: one of the sentences there are, whatever the failure says. */
const reasonOf = (error: unknown): string =>
  isCancellation(error) ? READING_CANCELLED : readingFailure(failureOf(error)?.details?.[0]);

async function runSteps(
  proxies: Proxies,
  evidenceId: string,
  enter: (step: IngestionStep) => void,
): Promise<"completed" | "quarantined"> {
  const { scan, store, picture, embed, index } = proxies;
  enter("scan");
  const verdict = await scan.scanEvidence(evidenceId);
  if (verdict.infected) {
    await store.quarantineEvidence(evidenceId, verdict.reason);
    return "quarantined";
  }
  enter("extract");
  await parseFile(proxies, evidenceId);
  enter("thumbnail");
  await picture.makeEvidenceThumbnail(evidenceId).catch((error: unknown) => {
    if (isCancellation(error) || isWithdrawn(error)) throw error;
  });
  enter("chunk");
  await store.chunkEvidence(evidenceId);
  enter("embed");
  await embed.embedEvidence(evidenceId);
  enter("index");
  await index.indexEvidence(evidenceId);
  enter("score");
  await store.scoreEvidence(evidenceId);
  enter("complete");
  await store.completeEvidence(evidenceId);
  return "completed";
}

/** Reads one piece of evidence into the index. Ends failed, for operators to see, when the file cannot be read. */
export async function ingestEvidence({ evidenceId }: IngestEvidenceInput): Promise<IngestionProgress> {
  const progress: IngestionProgress = { step: "scan", outcome: "running", reason: null };
  const proxies = patched("wait-for-activities") ? waiting : leaving;
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
    progress.outcome = await scope.run(() => runSteps(proxies, evidenceId, enter));
    return progress;
  } catch (error) {
    if (withdrawn !== null || isWithdrawn(error))
      return { ...progress, outcome: "withdrawn", reason: withdrawn };
    progress.outcome = "failed";
    const reason = reasonOf(error);
    progress.reason = reason;
    await CancellationScope.nonCancellable(() => proxies.store.failEvidence(evidenceId, reason));
    throw error;
  }
}
