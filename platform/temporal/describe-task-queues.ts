import type { Client } from "@temporalio/client";
import type { Logger } from "../logger.ts";

/** A task queue with its approximate backlog. */
export interface TaskQueue {
  name: string;
  polled: boolean;
  /** When a worker last asked for work; null if Temporal remembers none. */
  lastPolledAt: Date | null;
  workflowTasks: number;
  activityTasks: number;
}

const [WORKFLOW, ACTIVITY] = [1, 2] as const;
const DEADLINE_MS = 2_000;

const describe = (client: Client, name: string, taskQueueType: typeof WORKFLOW | typeof ACTIVITY) =>
  client.workflowService.describeTaskQueue({
    namespace: client.options.namespace,
    taskQueue: { name },
    taskQueueType,
    reportStats: true,
  });

type Described = Awaited<ReturnType<typeof describe>>;

const waitingIn = ({ stats }: Described): number => Number(stats?.approximateBacklogCount ?? 0);

interface Poller {
  lastAccessTime?: { seconds?: unknown } | null;
}

/** Temporal remembers pollers for five minutes; a live one polls again within a minute. */
const ALIVE_MS = 90_000;

/** When one of the task queue's pollers was last active; 0 without any. */
const lastPoll = (...queues: { pollers: readonly Poller[] }[]): number =>
  Math.max(
    0,
    ...queues.flatMap(({ pollers }) =>
      pollers.map(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000),
    ),
  );

/** Whether one of the task queue's pollers is still alive. */
const isPolled = (queue: { pollers: readonly Poller[] }, now: number): boolean =>
  lastPoll(queue) > now - ALIVE_MS;

async function describeOne(client: Client, name: string): Promise<TaskQueue> {
  const [workflows, activities] = await Promise.all([
    describe(client, name, WORKFLOW),
    describe(client, name, ACTIVITY),
  ]);
  const last = lastPoll(workflows, activities);
  return {
    name,
    polled: isPolled(workflows, Date.now()),
    lastPolledAt: last === 0 ? null : new Date(last),
    workflowTasks: waitingIn(workflows),
    activityTasks: waitingIn(activities),
  };
}

/** The backlog of each task queue; null if Temporal is unavailable. */
export async function describeTaskQueues(
  client: Client,
  logger: Logger,
  names: readonly string[],
): Promise<TaskQueue[] | null> {
  try {
    return await client.withDeadline(Date.now() + DEADLINE_MS, () =>
      Promise.all(names.map((name) => describeOne(client, name))),
    );
  } catch (error) {
    logger.warn({ err: error }, "Temporal did not describe its task queues");
    return null;
  }
}

const POLLED_WITHIN_MS = 1_500;

async function isAttended(client: Client, taskQueue: string): Promise<boolean> {
  const { namespace } = client.options;
  const described = await client.workflowService.describeTaskQueue({
    namespace,
    taskQueue: { name: taskQueue },
    taskQueueType: WORKFLOW,
  });
  return isPolled(described, Date.now());
}

/**
 * Rejects, naming the task queue, if no worker polls one of them: workflows there would wait for a worker.
 */
export const requirePolled = (client: Client, taskQueues: readonly string[]): Promise<void> =>
  client.withDeadline(Date.now() + POLLED_WITHIN_MS, async () => {
    const polled = await Promise.all(taskQueues.map((queue) => isAttended(client, queue)));
    const unattended = taskQueues.filter((_, at) => !polled[at]);
    if (unattended.length > 0) throw new Error(`no worker polls ${unattended.join(", ")}`);
  });
