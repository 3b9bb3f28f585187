import type { Config } from "../../platform/config.ts";
import { createLogger } from "../../platform/logger.ts";
import { createTemporalClient, type TemporalClient } from "../../platform/temporal.ts";
import { bundleWorkflows, startWorker } from "../../workers/temporal-worker.ts";

export interface ActivityWorker {
  temporal: TemporalClient;
  stop(): Promise<void>;
}

/** A worker in this process for every workflow but only the activities given, and a client beside it. */
export async function startActivityWorker(config: Config, activities: object): Promise<ActivityWorker> {
  const logger = createLogger("test", "silent");
  const workflowBundle = await bundleWorkflows(logger);
  const worker = await startWorker({
    config,
    activities,
    workflowBundle,
    taskQueue: config.TEMPORAL_TASK_QUEUE,
    concurrency: 2,
    logger,
  });
  const temporal = createTemporalClient(config);
  const stop = async (): Promise<void> => {
    worker.stop();
    await worker.finished;
    await temporal.close();
  };
  return { temporal, stop };
}
