import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { Logger } from "../platform/logger.ts";
import type { TemporalClient } from "../platform/temporal/temporal.ts";
import type { EventReceiver } from "./event-relay.ts";
import type { ActAsUser } from "./open-act-as-user.ts";

/** The shared parts of a worker process. */
export interface WorkerParts {
  config: Config;
  orm: Orm;
  temporal: TemporalClient;
  clock: Clock;
  actAs: ActAsUser;
  logger: Logger;
}

export interface FeatureWorkerParts extends WorkerParts {
  workflowBundle: WorkflowBundleWithSourceMap;
}

/** The worker of a feature with a task queue of its own. */
export interface FeatureWorker {
  /** Its receiver of published events. */
  receiver?: EventReceiver;
  stop(): Promise<void>;
}
