import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createTemporalClient, type TemporalClient } from "../../platform/temporal/temporal.ts";
import { startLanes } from "../../workers/start-lanes.ts";
import { bundleWorkflows } from "../../workers/bundle-workflows.ts";

export interface ActivityWorker {
  temporal: TemporalClient;
  stop(): Promise<void>;
}

/** Ingestions call it in their workflow task: if it were missing, the task would hold up the end of the worker. */
const hasScanner = (): Promise<boolean> => Promise.resolve(false);

/** A worker in this process for all workflows but only the given activities, and a client. */
export async function startActivityWorker(config: Config, activities: object): Promise<ActivityWorker> {
  const logger = createLogger("test", "silent");
  const workflowBundle = await bundleWorkflows();
  const lanes = await startLanes({
    config,
    activities: { hasScanner, ...activities },
    workflowBundle,
    logger,
  });
  const temporal = createTemporalClient(config);
  const stop = async (): Promise<void> => {
    await lanes.stop();
    await temporal.close();
  };
  return { temporal, stop };
}
