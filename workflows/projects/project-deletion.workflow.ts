import { continueAsNew, defineQuery, proxyActivities, setHandler, workflowInfo } from "@temporalio/workflow";
import type { createProjectDeletionActivities } from "../../activities/projects/project-deletion.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createProjectDeletionActivities>;

const store = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});
/** Waits for each running ingestion to stop. */
const files = proxyActivities<Activities>({
  startToCloseTimeout: "1h",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});

/** Rows marked by one statement, and files removed by one step. */
const WITHDRAW_BATCH = 500;
const REMOVE_BATCH = 20;

export interface DeleteProjectInput {
  projectId: string;
  /** What earlier runs of this deletion removed. */
  evidenceRemoved?: number;
}

export interface DeletionProgress {
  step: "withdraw" | "evidence" | "watches" | "reports" | "project" | "done";
  evidenceRemoved: number;
}

export const deletionProgressQuery = defineQuery<DeletionProgress>("progress");

/** Removes a deleted project with its contents. No one waits for it: the project is already invisible. */
export async function deleteProject({
  projectId,
  evidenceRemoved = 0,
}: DeleteProjectInput): Promise<DeletionProgress> {
  const progress: DeletionProgress = { step: "withdraw", evidenceRemoved };
  setHandler(deletionProgressQuery, () => progress);
  while ((await store.withdrawProjectEvidence(projectId, WITHDRAW_BATCH)) === WITHDRAW_BATCH);
  progress.step = "evidence";
  for (let removed = -1; removed !== 0;) {
    removed = await files.removeProjectEvidence(projectId, REMOVE_BATCH);
    progress.evidenceRemoved += removed;
    if (removed > 0 && workflowInfo().continueAsNewSuggested)
      await continueAsNew<typeof deleteProject>({ projectId, evidenceRemoved: progress.evidenceRemoved });
  }
  progress.step = "watches";
  await files.endWatches(projectId);
  progress.step = "reports";
  await files.removeProjectReports(projectId);
  progress.step = "project";
  await store.removeProjectRows(projectId);
  progress.step = "done";
  return progress;
}
