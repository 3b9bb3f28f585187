import { condition, defineSignal, proxyActivities, setHandler } from "@temporalio/workflow";
import type { createApiKeyRotationActivities } from "../../activities/api-keys/api-key-rotation.activities.ts";
import { QUARTERLY, type RotationSchedule } from "../../domain/api-keys/api-key.rules.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createApiKeyRotationActivities>;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

export interface ApiKeyRotationInput {
  keyId: string;
  /** Epoch milliseconds at which the key was issued. */
  issuedAt: number;
  /** Quarterly by default. */
  schedule?: RotationSchedule;
}

/** Lets an operator end the workflow early. It notices a rotated or revoked key at its next step anyway. */
export const endedSignal = defineSignal("ended");

/**
 * Reminds the owner of a key before its rotation is due, and disables a key that was not rotated in time.
 * Every step reads the key itself, so no signal about it can be missed.
 */
export async function apiKeyRotation({
  keyId,
  issuedAt,
  schedule = QUARTERLY,
}: ApiKeyRotationInput): Promise<{ outcome: "ended" | "disabled" }> {
  let ended = false;
  setHandler(endedSignal, () => void (ended = true));
  const due = issuedAt + schedule.dueAfterMs;
  const wait = (until: number) => condition(() => ended, Math.max(1, until - Date.now()));
  for (const daysLeft of schedule.remindDaysBefore) {
    if (await wait(due - daysLeft * schedule.dayMs)) return { outcome: "ended" };
    if (!(await store.remindApiKeyRotation(keyId, daysLeft))) return { outcome: "ended" };
  }
  if (await wait(due + schedule.graceMs)) return { outcome: "ended" };
  return { outcome: (await store.disableApiKey(keyId)) ? "disabled" : "ended" };
}
