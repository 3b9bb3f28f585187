import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { createScoreSnapshotActivities } from "../activities/score-snapshot.activities.ts";

type Activities = ReturnType<typeof createScoreSnapshotActivities>;

/** The database may be away for hours: the day's snapshot waits for it. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "2m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

/** Projects of one step: some seconds at most. */
const BATCH = 100;

export interface SnapshotScoresInput {
  afterId?: string | null;
  /** Smaller where a test has few projects. */
  batch?: number;
}

/** Keeps every project's figures of the day. */
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
