import { snapshotScores } from "../../domain/compliance/score-snapshot.commands.ts";
import { infrastructureFault } from "../../platform/database/infrastructure-fault.ts";
import type { Logger } from "../../platform/logger.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of the daily snapshot, each idempotent. */
export function createScoreSnapshotActivities(deps: SystemDeps & { logger: Logger }) {
  const onFailure = (projectId: string, err: unknown): void => {
    if (infrastructureFault(err) !== null) throw err;
    deps.logger.error({ err, projectId }, "the figures of a project could not be stored for this day");
  };
  return {
    /** Processes a batch; returns the id of the project after which to continue, null at the end. */
    snapshotBatch: (afterId: string | null, limit: number): Promise<string | null> =>
      snapshotScores({ afterId, limit, run: (command) => runAsSystem(deps, command), onFailure }),
  };
}
