import { proxyActivities, sleep } from "@temporalio/workflow";
import type { createAcceptanceActivities } from "../activities/acceptance.activities.ts";

type Activities = ReturnType<typeof createAcceptanceActivities>;

/** The database may be away for hours: the step waits for it. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" },
});

export interface ExpireAcceptanceInput {
  findingId: string;
  /** Which acceptance of the finding, counted from 1. */
  acceptance: number;
  /** Epoch milliseconds. */
  until: number;
}

/**
 * Puts an accepted finding back to `open` when its acceptance is over. A finding that was reopened or accepted anew is
 * noticed at the end, so that no message about it can be missed.
 */
export async function expireAcceptance({
  findingId,
  acceptance,
  until,
}: ExpireAcceptanceInput): Promise<{ outcome: "reopened" | "superseded" }> {
  await sleep(Math.max(1, until - Date.now()));
  return { outcome: (await store.endAcceptance(findingId, acceptance)) ? "reopened" : "superseded" };
}
