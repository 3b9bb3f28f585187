import { disableUnrotated, remindRotation } from "../../domain/api-keys/api-key.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of an API key's rotation, each idempotent. */
export function createApiKeyRotationActivities(deps: SystemDeps) {
  return {
    /** False if the key was revoked or replaced, so no further reminder is needed. */
    remindApiKeyRotation: (keyId: string, planned: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => remindRotation(ctx, { keyId, planned })),
    /** False when there was nothing to disable. */
    disableApiKey: (keyId: string): Promise<boolean> =>
      runAsSystem(deps, (ctx) => disableUnrotated(ctx, keyId)),
  };
}
