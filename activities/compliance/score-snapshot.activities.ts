import { snapshotScores } from "../../domain/compliance/score-snapshot.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of the daily snapshot, each idempotent. */
export function createScoreSnapshotActivities(deps: SystemDeps) {
  return {
    /** Processes a batch; returns the id of the project after which to continue, null at the end. */
    snapshotBatch: (afterId: string | null, limit: number): Promise<string | null> =>
      runAsSystem(deps, (ctx) => snapshotScores(ctx, { afterId, limit })),
  };
}
