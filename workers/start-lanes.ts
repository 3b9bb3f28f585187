import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { LANES, type Lane } from "../domain/events/workflow-definition.ts";
import type { Config } from "../platform/config.ts";
import type { Logger } from "../platform/logger.ts";
import { laneQueue } from "../runtime/task-queues.ts";
import { startWorker } from "./temporal-worker.ts";

/**
 * Concurrent activities. Several documents are read at once, so that the model always has something to embed;
 * mails mostly wait for a mail server, which costs little.
 */
const CONCURRENT: Record<Lane, number> = { quick: 8, mail: 20, files: 8, jobs: 8 };

interface LanesOptions {
  config: Config;
  activities: object;
  workflowBundle: WorkflowBundleWithSourceMap;
  logger: Logger;
}

/**
 * A worker for each lane, each with all activities: work that began before lanes existed finishes on its
 * queue.
 */
export async function startLanes({ config, ...options }: LanesOptions): Promise<{ stop(): Promise<void> }> {
  const workers = await Promise.all(
    LANES.map((lane) =>
      startWorker({
        ...options,
        config,
        taskQueue: laneQueue(config.TEMPORAL_TASK_QUEUE, lane),
        concurrency: CONCURRENT[lane],
      }),
    ),
  );
  return {
    async stop() {
      for (const { stop } of workers) stop();
      await Promise.all(workers.map(({ finished }) => finished));
    },
  };
}
