import type { Client } from "@temporalio/client";
import type { Logger } from "../logger.ts";
import { isPolled } from "./is-polled.ts";

/** A task queue with its approximate backlog. */
export interface TaskQueue {
  name: string;
  polled: boolean;
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

async function describeOne(client: Client, name: string): Promise<TaskQueue> {
  const [workflows, activities] = await Promise.all([
    describe(client, name, WORKFLOW),
    describe(client, name, ACTIVITY),
  ]);
  return {
    name,
    polled: isPolled(workflows, Date.now()),
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
