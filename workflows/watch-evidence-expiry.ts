import { proxyActivities, sleep } from "@temporalio/workflow";
import type { createExpiryActivities } from "../activities/expiry.activities.ts";
import { EXPIRY_REMINDER_DAYS } from "../domain/evidence/evidence.rules.ts";

type Activities = ReturnType<typeof createExpiryActivities>;

const DAY_MS = 86_400_000;

/** The database may be away for hours: the end of evidence waits for it. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

export interface WatchEvidenceExpiryInput {
  evidenceId: string;
  /** Milliseconds from the epoch; evidence that was given another end meanwhile has a watch of its own. */
  expiresAt: number;
  /** Days before the end to remind at. */
  remindDays?: readonly number[];
}

const until = (time: number): Promise<void> => sleep(Math.max(0, time - Date.now()));

/** Reminds before approved evidence ends, and ends it. Answers what became of it. */
export async function watchEvidenceExpiry({
  evidenceId,
  expiresAt,
  remindDays = EXPIRY_REMINDER_DAYS,
}: WatchEvidenceExpiryInput): Promise<{ outcome: "expired" | "overtaken" }> {
  for (const days of remindDays) {
    const time = expiresAt - days * DAY_MS;
    // Approved late: what should have been said before is not made up for.
    if (time < Date.now()) continue;
    await until(time);
    if (!(await store.remindOfExpiry(evidenceId, expiresAt, days))) return { outcome: "overtaken" };
  }
  await until(expiresAt);
  return { outcome: (await store.expireEvidence(evidenceId, expiresAt)) ? "expired" : "overtaken" };
}
