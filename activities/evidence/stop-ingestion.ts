import type { Client } from "@temporalio/client";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { ingestionWorkflowId } from "../../domain/evidence/evidence.rules.ts";
import type { SystemDeps } from "../run-as-system.ts";
import { stopWorkflow } from "../stop-workflow.ts";

/** Stops the ingestion, so that nothing writes files, chunks or index documents afterwards. */
export async function stopIngestion(
  deps: Pick<SystemDeps, "orm"> & { temporal: Client },
  evidenceId: string,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  const evidence = await deps.orm.em.fork().findOne(Evidence, { id: evidenceId });
  if (evidence === null) return;
  const workflowId = ingestionWorkflowId(evidenceId, evidence.ingestionAttempt);
  await stopWorkflow(deps.temporal, { workflowId, args: [reason] }, signal);
}
