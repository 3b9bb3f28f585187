import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "@temporalio/client";
import { Evidence } from "../../domain/evidence/evidence.entity.ts";
import { ingestionWorkflowId } from "../../domain/evidence/evidence.rules.ts";
import { orEnded } from "../or-ended.ts";
import type { SystemDeps } from "../run-as-system.ts";

const POLL_MS = 250;

/**
 * Asks the ingestion to stop and waits for it. It ends after its last activity, so nothing writes files,
 * chunks or index documents afterwards.
 */
export async function stopIngestion(
  deps: Pick<SystemDeps, "orm"> & { temporal: Client },
  evidenceId: string,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  const evidence = await deps.orm.em.fork().findOne(Evidence, { id: evidenceId });
  if (evidence === null) return;
  const handle = deps.temporal.workflow.getHandle(ingestionWorkflowId(evidenceId, evidence.ingestionAttempt));
  await orEnded(handle.signal("withdraw", reason));
  while ((await orEnded(handle.describe()))?.status.name === "RUNNING")
    await sleep(POLL_MS, undefined, { signal });
}
