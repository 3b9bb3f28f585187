import { LANES, type Lane } from "../domain/events/workflow-definition.ts";
import { workflowDefinitionOf } from "../domain/events/events-in-use.ts";
import type { Feature } from "../domain/feature.ts";
import { features } from "../domain/features.ts";

export const laneQueue = (taskQueue: string, lane: Lane): string =>
  lane === "quick" ? taskQueue : `${taskQueue}-${lane}`;

/** The queue of a feature that has one of its own. */
export const ownQueue = (taskQueue: string, { queue }: Required<Pick<Feature, "queue">>): string =>
  `${taskQueue}-${queue}`;

/** The queues of features, by the names of their workflows. */
const QUEUES = new Map(
  (features as readonly Feature[]).flatMap(({ queue, workflows = {} }) =>
    Object.keys(workflows).map((workflow) => [workflow, queue] as const),
  ),
);

/** The queue of a workflow that an event or a row starts. */
export function queueOf(taskQueue: string, workflow: string): string {
  const { lane } = workflowDefinitionOf(workflow);
  if (lane !== undefined) return laneQueue(taskQueue, lane);
  const queue = QUEUES.get(workflow);
  if (queue === undefined) throw new Error(`the workflow ${workflow} has neither a lane nor a queue`);
  return ownQueue(taskQueue, { queue });
}

/** All queues that a worker polls. */
export const allQueues = (taskQueue: string): string[] => [
  ...LANES.map((lane) => laneQueue(taskQueue, lane)),
  ...(features as readonly Feature[]).flatMap(({ queue }) =>
    queue === undefined ? [] : [ownQueue(taskQueue, { queue })],
  ),
];
