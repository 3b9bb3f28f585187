import { setTimeout as sleep } from "node:timers/promises";
import { WorkflowNotFoundError, type Client } from "@temporalio/client";
import { blobKeys } from "../domain/evidence/blob-keys.rules.ts";
import { Evidence, EvidenceChunk } from "../domain/evidence/evidence.entity.ts";
import { ingestionWorkflowId } from "../domain/evidence/evidence.rules.ts";
import type { BlobStore } from "../platform/blobs.ts";
import type { IndexWriter } from "../retrieval/index/index-writer.ts";
import { runAsSystem, type SystemDeps } from "./run-as-system.ts";
import { withHeartbeat } from "./with-heartbeat.ts";

export interface WithdrawalDeps extends SystemDeps {
  blobs: BlobStore;
  index: IndexWriter;
  temporal: Client;
}

const POLL_MS = 250;

const orGone = async <T>(work: Promise<T>): Promise<T | null> => {
  try {
    return await work;
  } catch (error) {
    if (error instanceof WorkflowNotFoundError) return null;
    throw error;
  }
};

/** Asks the ingestion to let go, and waits until it has: nothing writes chunks afterwards. */
async function stopIngestion(
  deps: WithdrawalDeps,
  evidenceId: string,
  reason: string,
  signal: AbortSignal,
): Promise<void> {
  const evidence = await deps.orm.em.fork().findOne(Evidence, { id: evidenceId });
  if (evidence === null) return;
  const handle = deps.temporal.workflow.getHandle(ingestionWorkflowId(evidenceId, evidence.ingestionAttempt));
  await orGone(handle.signal("withdraw", reason));
  while ((await orGone(handle.describe()))?.status.name === "RUNNING")
    await sleep(POLL_MS, undefined, { signal });
}

/** The steps of taking evidence away, each safe to repeat. */
export function createWithdrawalActivities(deps: WithdrawalDeps) {
  return {
    stopIngestion: (evidenceId: string, reason: string) =>
      withHeartbeat((signal) => stopIngestion(deps, evidenceId, reason, signal)),
    removeFromIndex: (evidenceId: string) =>
      withHeartbeat((signal) => deps.index.removeEvidence(evidenceId, signal)),
    async removeChunks(evidenceId: string): Promise<void> {
      await runAsSystem(deps, ({ em }) => em.nativeDelete(EvidenceChunk, { evidence: evidenceId }));
    },
    async removeEvidence(evidenceId: string): Promise<void> {
      await deps.blobs.removeAll(blobKeys(evidenceId).folder);
      await runAsSystem(deps, ({ em }) => em.nativeDelete(Evidence, { id: evidenceId }));
    },
  };
}
