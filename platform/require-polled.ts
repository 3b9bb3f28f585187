import type { Client } from "@temporalio/client";

const TASK_QUEUE_TYPE_WORKFLOW = 1;
/** Temporal remembers pollers for five minutes; a live one polls again within a minute. */
const ALIVE_MS = 90_000;
const DEADLINE_MS = 1_500;

interface Poller {
  lastAccessTime?: { seconds?: unknown } | null;
}

const isAlive = ({ lastAccessTime }: Poller, now: number): boolean =>
  Number(lastAccessTime?.seconds ?? 0) * 1_000 > now - ALIVE_MS;

async function isPolled(client: Client, taskQueue: string): Promise<boolean> {
  const { namespace } = client.options;
  const described = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: TASK_QUEUE_TYPE_WORKFLOW,
  });
  return described.pollers.some((poller) => isAlive(poller, Date.now()));
}

/**
 * Rejects, naming the task queue, if no worker polls one of them: workflows there would wait for a worker.
 */
export const requirePolled = (client: Client, taskQueues: readonly string[]): Promise<void> =>
  client.withDeadline(Date.now() + DEADLINE_MS, async () => {
    const polled = await Promise.all(taskQueues.map((queue) => isPolled(client, queue)));
    const unattended = taskQueues.filter((_, at) => !polled[at]);
    if (unattended.length > 0) throw new Error(`no worker polls ${unattended.join(", ")}`);
  });
