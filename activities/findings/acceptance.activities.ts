import { endAcceptance } from "../../domain/findings/acceptance.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** Ends an acceptance; idempotent. */
export function createAcceptanceActivities(deps: SystemDeps) {
  return {
    /** False if the finding is no longer accepted, or was accepted again. */
    endAcceptance: (findingId: string, acceptance: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => endAcceptance(ctx, { findingId, acceptance })),
  };
}
