import { proxyActivities } from "@temporalio/workflow";
import type { createSigningKeyActivities } from "../../activities/identity/signing-key.activities.ts";
import type { Rotation } from "../../domain/identity/signing-key.commands.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSigningKeyActivities>;

/** The steps wait for the database, even for hours. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: retries.background,
});

/**
 * Retires the current signing key. It is read first, so that a repeated step rotates only once; returns null
 * if someone else was faster.
 */
export async function signingKeyRotation(): Promise<Rotation | null> {
  const kid = await store.currentSigningKey();
  return store.rotateSigningKey(kid);
}
