import type { Client } from "@temporalio/client";
import { nextReports } from "../../domain/reports/report.queries.ts";
import { Report } from "../../domain/reports/report.entity.ts";
import { reportKeys, reportWorkflowId } from "../../domain/reports/report.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";
import { stopWorkflow } from "../stop-workflow.ts";

const BATCH = 100;

interface Deps extends SystemDeps {
  blobs: BlobStore;
  temporal: Client;
}

/** Removes the reports of a project, each with its row last, so that a repeated step finds what is left. */
export async function removeReports(deps: Deps, projectId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await runAsSystem(deps, (ctx) => nextReports(ctx, { projectId, limit: BATCH }));
    if (ids.length === 0) return;
    // Afterwards, no workflow writes files.
    const stop = (id: string) => stopWorkflow(deps.temporal, { workflowId: reportWorkflowId(id) }, signal);
    await Promise.all(ids.map(stop));
    for (const id of ids) {
      await deps.blobs.removeAll(reportKeys(id).folder);
      await runAsSystem(deps, ({ em }) => em.nativeDelete(Report, { id }));
    }
  }
}
