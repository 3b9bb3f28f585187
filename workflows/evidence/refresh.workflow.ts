import { proxyActivities, sleep } from "@temporalio/workflow";
import type { createRefreshActivities } from "../../activities/evidence/refresh.activities.ts";
import { isWithdrawn } from "../support/failures.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createRefreshActivities>;

const HEARTBEAT = "15s";
/** The first ingestion may still be running: the activity polls, without a growing history. */
const plan = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  heartbeatTimeout: HEARTBEAT,
  retry: { initialInterval: "1s", backoffCoefficient: 1.5, maximumInterval: "5s" },
});
const store = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  heartbeatTimeout: HEARTBEAT,
  retry: retries.awaited,
});
const embed = proxyActivities<Activities>({
  startToCloseTimeout: "15m",
  heartbeatTimeout: HEARTBEAT,
  retry: retries.awaited,
});

/** Longer than any search takes: one that found the old passages may still be reading them. */
const DRAIN = "10s";

export interface RefreshEvidenceInput {
  evidenceId: string;
  /** The change to process, in the evidence's own count. */
  revision: number;
}

export interface RefreshResult {
  outcome: "refreshed" | "rescored" | "nothing" | "overtaken";
}

async function refresh(evidenceId: string, revision: number): Promise<RefreshResult["outcome"]> {
  const wanted = await plan.planRefresh(evidenceId, revision);
  if (wanted === "nothing") return "nothing";
  if (wanted === "passages") {
    await embed.reembedEvidence(evidenceId, revision);
    await store.reindexEvidence(evidenceId, revision);
    await store.showRefreshedEvidence(evidenceId, revision);
  }
  await store.rescoreEvidence(evidenceId, revision);
  return wanted === "passages" ? "refreshed" : "rescored";
}

/**
 * Updates passages, index and quality after a change of the metadata of evidence. Searches see the old
 * passages until the new ones are complete, then only these. The last of several changes wins; workflows of
 * earlier ones end.
 */
export async function refreshEvidence({
  evidenceId,
  revision,
}: RefreshEvidenceInput): Promise<RefreshResult> {
  const outcome = await refresh(evidenceId, revision).catch((error: unknown) => {
    if (isWithdrawn(error)) return "overtaken" as const;
    throw error;
  });
  if (outcome === "refreshed" || outcome === "overtaken") {
    await sleep(DRAIN);
    await store.removeSpentPassages(evidenceId, revision);
  }
  return { outcome };
}
