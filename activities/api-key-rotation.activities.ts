import { disableUnrotated, remindRotation } from "../domain/api-keys/api-key.commands.ts";
import { runAsSystem, type SystemDeps } from "./run-as-system.ts";

/** The steps of a key's rotation, each safe to repeat. */
export function createApiKeyRotationActivities(deps: SystemDeps) {
  return {
    /** False when the key ended or was replaced: nobody need be reminded again. */
    remindApiKeyRotation: (keyId: string, daysLeft: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => remindRotation(ctx, { keyId, daysLeft })),
    /** False when there was nothing to disable. */
    disableApiKey: (keyId: string): Promise<boolean> =>
      runAsSystem(deps, (ctx) => disableUnrotated(ctx, keyId)),
  };
}
