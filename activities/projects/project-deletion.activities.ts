import { cancellationSignal } from "@temporalio/activity";
import { blobKeys } from "../../domain/evidence/blob-keys.rules.ts";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { removeProjectRows } from "../../domain/projects/project-deletion.commands.ts";
import {
  withdrawProjectEvidence,
  removeChunkRows,
} from "../../domain/evidence/remove-project-evidence.commands.ts";
import { endingWithProject } from "../../domain/workflows.ts";
import { readIds } from "../../platform/database/read-rows.ts";
import { withDeadline } from "../../platform/temporal/temporal.ts";
import { orEnded } from "../or-ended.ts";
import { projectParts } from "./project-parts.ts";
import { removeRowsWithFiles } from "./remove-rows-with-files.ts";
import { runAsSystem } from "../run-as-system.ts";
import { stopIngestion } from "../evidence/stop-ingestion.ts";
import type { WithdrawalDeps } from "../evidence/withdrawal.activities.ts";

/** Rows per statement: a workbook can have tens of thousands of chunks. */
const CHUNK_ROWS = 1_000;

/** Removes one piece of evidence, its row last, so that a repeated step finds it until everything is removed. */
async function removeEvidence(deps: WithdrawalDeps, id: string, signal: AbortSignal): Promise<void> {
  await deps.index.removeEvidence(id, signal);
  await deps.blobs.removeAll(blobKeys(id).folder);
  const limit = CHUNK_ROWS;
  for (let removed = limit; removed === limit;) {
    signal.throwIfAborted();
    removed = await runAsSystem(deps, (ctx) => removeChunkRows(ctx, { evidenceId: id, limit }));
  }
  await runAsSystem(deps, ({ em }) => em.nativeDelete(Evidence, { id }));
}

async function removeBatch(
  deps: WithdrawalDeps,
  projectId: string,
  limit: number,
  signal: AbortSignal,
): Promise<number> {
  const ids = await runAsSystem(deps, ({ em }) =>
    readIds(em, Evidence, { where: { project: projectId }, limit }),
  );
  await Promise.all(ids.map((id) => stopIngestion(deps, id, "deleted", signal)));
  for (const id of ids) await removeEvidence(deps, id, signal);
  return ids.length;
}

/**
 * Cancels the workflows that wait for dates of the project's rows. Temporal lists new ones after a second or so: a
 * missed one finds no row at its date, and ends.
 */
async function endWatches(
  { temporal }: WithdrawalDeps,
  projectId: string,
  signal: AbortSignal,
): Promise<void> {
  const types = endingWithProject.map((type) => `"${type}"`).join(", ");
  const query = `ProjectId = "${projectId}" AND WorkflowType IN (${types}) AND ExecutionStatus = "Running"`;
  const running = temporal.workflow.list({ query })[Symbol.asyncIterator]();
  const next = () => withDeadline(temporal, () => running.next());
  for (let found = await next(); found.done !== true; found = await next()) {
    signal.throwIfAborted();
    const handle = temporal.workflow.getHandle(found.value.workflowId);
    await withDeadline(temporal, () => orEnded(handle.cancel()));
  }
}

/** The steps of a project deletion, each idempotent. */
export function createProjectDeletionActivities(deps: WithdrawalDeps) {
  return {
    withdrawProjectEvidence: (projectId: string, limit: number): Promise<number> =>
      runAsSystem(deps, (ctx) => withdrawProjectEvidence(ctx, { projectId, limit })),
    removeProjectEvidence: (projectId: string, limit: number): Promise<number> =>
      removeBatch(deps, projectId, limit, cancellationSignal()),
    endWatches: (projectId: string): Promise<void> => endWatches(deps, projectId, cancellationSignal()),
    async removeProjectReports(projectId: string): Promise<void> {
      for (const part of projectParts) await removeRowsWithFiles(deps, part, projectId, cancellationSignal());
    },
    removeProjectRows: (projectId: string): Promise<void> =>
      runAsSystem(deps, (ctx) => removeProjectRows(ctx, projectId)),
  };
}
