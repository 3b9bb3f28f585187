import type { Client } from "@temporalio/client";
import { isPolled } from "./is-polled.ts";

const TASK_QUEUE_TYPE_WORKFLOW = 1;
const DEADLINE_MS = 1_500;

async function isAttended(client: Client, taskQueue: string): Promise<boolean> {
  const { namespace } = client.options;
  const described = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
  });
  return isPolled(described, Date.now());
}

/**
 * Rejects, naming the task queue, if no worker polls one of them: workflows there would wait for a worker.
 */
export const requirePolled = (client: Client, taskQueues: readonly string[]): Promise<void> =>
  client.withDeadline(Date.now() + DEADLINE_MS, async () => {
    const polled = await Promise.all(taskQueues.map((queue) => isAttended(client, queue)));
    const unattended = taskQueues.filter((_, at) => !polled[at]);
    if (unattended.length > 0) throw new Error(`no worker polls ${unattended.join(", ")}`);
  });
