import { snapshotScores } from "../domain/compliance/score-snapshot.commands.ts";
import { runAsSystem, type SystemDeps } from "./run-as-system.ts";

/** The steps of the daily snapshot, each safe to repeat. */
export function createScoreSnapshotActivities(deps: SystemDeps) {
  return {
    /** Takes a batch; answers the id of the project to go on after, null at the end. */
    snapshotBatch: (afterId: string | null, limit: number): Promise<string | null> =>
      runAsSystem(deps, (ctx) => snapshotScores(ctx, { afterId, limit })),
  };
}
