import { proxyActivities, sleep } from "@temporalio/workflow";
import type { createAcceptanceActivities } from "../../activities/findings/acceptance.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createAcceptanceActivities>;

/** The step waits for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

export interface ExpireAcceptanceInput {
  findingId: string;
  /** The number of the finding's acceptance, counted from 1. */
  acceptance: number;
  /** Epoch milliseconds. */
  until: number;
}

/**
 * Reopens an accepted finding when its acceptance ends. The step at the end checks whether the finding was
 * reopened or accepted again, so no signal about it can be missed.
 */
export async function expireAcceptance({
  findingId,
  acceptance,
  until,
}: ExpireAcceptanceInput): Promise<{ outcome: "reopened" | "superseded" }> {
  await sleep(Math.max(1, until - Date.now()));
  return { outcome: (await store.endAcceptance(findingId, acceptance)) ? "reopened" : "superseded" };
}
