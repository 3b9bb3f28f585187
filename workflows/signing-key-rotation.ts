import { proxyActivities } from "@temporalio/workflow";
import type { createSigningKeyActivities } from "../activities/signing-key.activities.ts";
import type { Rotation } from "../domain/identity/signing-key.commands.ts";

type Activities = ReturnType<typeof createSigningKeyActivities>;

/** The database may be away for hours: the steps wait for it. */
const store = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "30s" },
});

/** Retires the key that signed until now. It is named first, so that a step that is repeated rotates once; null when somebody else was faster. */
export async function signingKeyRotation(): Promise<Rotation | null> {
  const kid = await store.currentSigningKey();
  return store.rotateSigningKey(kid);
}
