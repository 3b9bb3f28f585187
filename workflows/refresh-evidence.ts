import { ApplicationFailure, proxyActivities, sleep } from "@temporalio/workflow";
import type { createRefreshActivities } from "../activities/refresh.activities.ts";

type Activities = ReturnType<typeof createRefreshActivities>;

const HEARTBEAT = "15s";
const patient = { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "15s" } as const;

/** A first ingestion may be under way: looked at again and again, without a history that grows. */
const plan = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  heartbeatTimeout: HEARTBEAT,
  retry: { initialInterval: "1s", backoffCoefficient: 1.5, maximumInterval: "5s" },
});
const store = proxyActivities<Activities>({
  startToCloseTimeout: "5m",
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
});
const embed = proxyActivities<Activities>({
  startToCloseTimeout: "15m",
  heartbeatTimeout: HEARTBEAT,
  retry: patient,
});

/** Longer than any search may take: one that found the passages of before may still be reading them. */
const DRAIN = "10s";

export interface RefreshEvidenceInput {
  evidenceId: string;
  /** The change this is for: the evidence's own count of them. */
  revision: number;
}

export interface RefreshResult {
  outcome: "refreshed" | "rescored" | "nothing" | "overtaken";
}

const isWithdrawn = (error: unknown): boolean => {
  const cause = error instanceof Error && "cause" in error ? error.cause : error;
  return cause instanceof ApplicationFailure && cause.type === "Withdrawn";
};

async function refresh(evidenceId: string, revision: number): Promise<RefreshResult["outcome"]> {
  const wanted = await plan.planRefresh(evidenceId, revision);
  if (wanted === "nothing") return "nothing";
  if (wanted === "passages") {
    await store.rechunkEvidence(evidenceId, revision);
    await embed.reembedEvidence(evidenceId, revision);
    await store.reindexEvidence(evidenceId, revision);
    await store.showRefreshedEvidence(evidenceId, revision);
  }
  await store.rescoreEvidence(evidenceId, revision);
  return wanted === "passages" ? "refreshed" : "rescored";
}

/**
 * Brings passages, index and quality in line with what people now say about evidence. Searches see the passages of
 * before until the new ones are all there, then those alone. Of several changes the last one wins: the others give up.
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
