import { proxyActivities } from "@temporalio/workflow";
import type { createWithdrawalActivities } from "../../activities/evidence/withdrawal.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createWithdrawalActivities>;

/** Waits for a running ingestion to stop, which ends after its last activity. */
const stop = proxyActivities<Activities>({
  startToCloseTimeout: "30m",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});
const store = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  heartbeatTimeout: "15s",
  retry: retries.awaited,
});

export interface WithdrawEvidenceInput {
  evidenceId: string;
  reason: "deleted" | "superseded";
}

/**
 * Removes evidence from search; for deleted evidence, also its files and rows. Readers need not wait: lists
 * and search exclude the evidence from the commit of the command on.
 */
export async function withdrawEvidence({
  evidenceId,
  reason,
}: WithdrawEvidenceInput): Promise<{ chunks: number }> {
  await stop.stopIngestion(evidenceId, reason);
  const chunks = await store.removeFromIndex(evidenceId);
  if (reason === "deleted") await store.removeEvidence(evidenceId);
  else await store.removeChunks(evidenceId);
  return { chunks };
}
