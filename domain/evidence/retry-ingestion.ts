import { conflict } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { restartWorkflow, type StartMissing } from "../events/restart-workflow.ts";
import type { Evidence } from "./evidence.entity.ts";
import { evidenceReference } from "./evidence.events.ts";
import { startIngestion } from "./evidence.workflows.ts";
import { lockEvidence } from "./lock-evidence.ts";

/** Retries a failed ingestion, or restarts the workflow of one that lost it. */
export async function retryIngestion(
  ctx: CommandContext,
  evidence: Evidence,
  startMissing: StartMissing,
): Promise<Evidence> {
  const { id, project, ingestionAttempt } = evidence;
  const expected = startIngestion({ id, projectId: project.id }, ingestionAttempt);
  const isExpected = evidence.awaitsIngestion() && evidence.isIngestible();
  if (isExpected && (await restartWorkflow(startMissing, expected))) return evidence;
  await lockEvidence(ctx, evidence);
  if (evidence.status === "superseded")
    throw conflict("This evidence was replaced by a newer version and is no longer ingested");
  if (evidence.chunkingStatus !== "FAILED")
    throw conflict(`Only a failed ingestion can be retried; this one is ${evidence.chunkingStatus}`);
  evidence.restartIngestion();
  const data = { evidence: evidenceReference(evidence), attempt: evidence.ingestionAttempt };
  recordEvent(ctx, "evidence.retried", { subject: evidence, data });
  return evidence;
}
