import { endAcceptance } from "../domain/findings/acceptance.commands.ts";
import { runAsSystem, type SystemDeps } from "./run-as-system.ts";

/** The end of an acceptance, safe to repeat. */
export function createAcceptanceActivities(deps: SystemDeps) {
  return {
    /** False when the finding is no longer accepted, or was accepted anew. */
    endAcceptance: (findingId: string, acceptance: number): Promise<boolean> =>
      runAsSystem(deps, (ctx) => endAcceptance(ctx, { findingId, acceptance })),
  };
}
