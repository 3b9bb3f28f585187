import { expireEvidence, remindOfExpiry } from "../../domain/evidence/review.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of the expiry of approved evidence. Times are epoch milliseconds. */
export function createExpiryActivities(deps: SystemDeps) {
  return {
    remindOfExpiry: (evidenceId: string, expiresAt: number, days: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => remindOfExpiry(ctx, { evidenceId, expiresAt: new Date(expiresAt), days })),
    expireEvidence: (evidenceId: string, expiresAt: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => expireEvidence(ctx, { evidenceId, expiresAt: new Date(expiresAt) })),
  };
}
