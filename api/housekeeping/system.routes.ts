import { z } from "zod";
import { backlog } from "../../domain/features.ts";
import type { Backlog, BacklogFigure } from "../../domain/housekeeping/backlog.queries.ts";
import type { TaskQueue } from "../../platform/temporal/describe-task-queues.ts";
import { may } from "../access.ts";
import { Timestamp, iso } from "../common.contract.ts";
import { defineRoute, type Route } from "../route.ts";
import { defineView } from "../define-schemas.ts";

interface SystemRouteDeps {
  /** Read on behalf of the service itself. */
  readBacklog: () => Promise<Backlog>;
  describeTaskQueues: () => Promise<TaskQueue[] | null>;
  workflowsUrl: string;
}

const BacklogFigureView = defineView("WaitingWork", {
  waiting: z.int(),
  since: Timestamp.nullable().meta({ description: "When the oldest started waiting" }),
});

const of = (description: string) => BacklogFigureView.meta({ description });

const TaskQueueView = defineView("TaskQueue", {
  name: z.string(),
  polled: z.boolean().meta({ description: "Whether a worker has polled the queue in the last 90 s" }),
  last_polled_at: Timestamp.nullable().meta({
    description:
      "When a worker last polled the queue, which an idle one does once a minute; null if none has",
  }),
  workflow_tasks: z.int(),
  activity_tasks: z.int(),
});

const figures = Object.fromEntries(
  Object.entries(backlog).map(([name, { summary }]) => [name, of(summary)]),
) as Record<string, typeof BacklogFigureView>;

const BacklogView = defineView("Backlog", {
  ...figures,
  task_queues: z.array(TaskQueueView).nullable().meta({
    description: "Tasks waiting in each task queue, approximately; null if Temporal does not answer",
  }),
  workflows_url: z.string().meta({ description: "The Temporal UI with the workflows of this service" }),
});

const presentBacklogFigure = ({ waiting, since }: BacklogFigure): z.infer<typeof BacklogFigureView> => ({
  waiting,
  since: iso(since),
});

const presentQueue = (queue: TaskQueue): z.infer<typeof TaskQueueView> => ({
  name: queue.name,
  polled: queue.polled,
  last_polled_at: iso(queue.lastPolledAt),
  workflow_tasks: queue.workflowTasks,
  activity_tasks: queue.activityTasks,
});

export const createSystemRoutes = (deps: SystemRouteDeps): Route[] => [
  defineRoute({
    method: "get",
    path: "/api/v1/system/backlog",
    summary:
      "Get the backlog of the service: what is waiting, and since when. For dependencies see /api/ready",
    access: may("system.read"),
    // Temporal may be slow: keep no transaction open.
    transaction: "own",
    output: BacklogView,
    noStore: true,
    act: async () => {
      const [figures, queues] = await Promise.all([deps.readBacklog(), deps.describeTaskQueues()]);
      return { figures, queues };
    },
    present: ({ figures, queues }) => ({
      ...Object.fromEntries(
        Object.entries(figures).map(([name, figure]) => [name, presentBacklogFigure(figure)]),
      ),
      task_queues: queues?.map(presentQueue) ?? null,
      workflows_url: deps.workflowsUrl,
    }),
  }),
];
