import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { nextReports } from "../../domain/reports/report.queries.ts";
import { Report } from "../../domain/reports/report.entity.ts";
import { reportKeys, reportWorkflowId } from "../../domain/reports/report.rules.ts";
import type { BlobStore } from "../../platform/blobs/blobs.ts";
import { orEnded } from "../or-ended.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

const POLL_MS = 250;
const BATCH = 100;

interface Deps extends SystemDeps {
  blobs: BlobStore;
  temporal: Client;
}

/** Asks the workflow of a report to stop, and waits until it has, so that nothing writes files afterwards. */
async function stopReport({ temporal }: Deps, id: string, signal: AbortSignal): Promise<void> {
  const handle = temporal.workflow.getHandle(reportWorkflowId(id));
  await orEnded(handle.signal("withdraw"));
  while ((await orEnded(handle.describe()))?.status.name === "RUNNING")
    await sleep(POLL_MS, undefined, { signal });
}

/** Removes the reports of a project, each with its row last, so that a repeated step finds what is left. */
export async function removeReports(deps: Deps, projectId: string, signal: AbortSignal): Promise<void> {
  for (;;) {
    const ids = await runAsSystem(deps, (ctx) => nextReports(ctx, { projectId, limit: BATCH }));
    if (ids.length === 0) return;
    await Promise.all(ids.map((id) => stopReport(deps, id, signal)));
    for (const id of ids) {
      await deps.blobs.removeAll(reportKeys(id).folder);
      await runAsSystem(deps, ({ em }) => em.nativeDelete(Report, { id }));
    }
  }
}
