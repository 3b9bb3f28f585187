import { DAY_MS } from "../../domain/days.rules.ts";
import { proxyActivities, sleep } from "@temporalio/workflow";
import type { createExpiryActivities } from "../../activities/evidence/expiry.activities.ts";
import { EXPIRY_REMINDER_DAYS } from "../../domain/evidence/evidence.rules.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createExpiryActivities>;

/** The expiry waits for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

export interface WatchEvidenceExpiryInput {
  evidenceId: string;
  /** Epoch milliseconds; if the expiry changes, another workflow handles the new one. */
  expiresAt: number;
  /** Days before the expiry on which to send reminders. */
  remindDays?: readonly number[];
}

const until = (time: number): Promise<void> => sleep(Math.max(0, time - Date.now()));

/** Sends reminders before approved evidence expires, and expires it. Returns the result. */
export async function watchEvidenceExpiry({
  evidenceId,
  expiresAt,
  remindDays = EXPIRY_REMINDER_DAYS,
}: WatchEvidenceExpiryInput): Promise<{ outcome: "expired" | "overtaken" }> {
  for (const days of remindDays) {
    const time = expiresAt - days * DAY_MS;
    // Approved late: missed reminders are not sent.
    if (time < Date.now()) continue;
    await until(time);
    if (!(await store.remindOfExpiry(evidenceId, expiresAt, days))) return { outcome: "overtaken" };
  }
  await until(expiresAt);
  return { outcome: (await store.expireEvidence(evidenceId, expiresAt)) ? "expired" : "overtaken" };
}
