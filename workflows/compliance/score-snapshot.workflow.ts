import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { createScoreSnapshotActivities } from "../../activities/compliance/score-snapshot.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createScoreSnapshotActivities>;

/** The daily snapshot waits for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  retry: retries.background,
});

/** Projects per step: some seconds at most. */
const BATCH = 100;

export interface SnapshotScoresInput {
  afterId?: string | null;
  /** Tests use smaller batches. */
  batch?: number;
}

/** Stores the daily figures of every project. */
export async function snapshotScores({
  afterId = null,
  batch = BATCH,
}: SnapshotScoresInput = {}): Promise<void> {
  for (let next = await store.snapshotBatch(afterId, batch); next !== null;) {
    if (workflowInfo().continueAsNewSuggested)
      return continueAsNew<typeof snapshotScores>({ afterId: next, batch });
    next = await store.snapshotBatch(next, batch);
  }
}
