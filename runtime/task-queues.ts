import type { WorkflowStart } from "../domain/events/workflow-start.ts";
import type { Feature } from "../domain/feature.ts";
import { features } from "../domain/features.ts";

/**
 * Separates work that must not wait for each other: each lane is a task queue with its own slots. The first
 * has the configured name, for short work and for work that began before there were lanes.
 */
export const LANES = ["quick", "mail", "files", "jobs"] as const;
export type Lane = (typeof LANES)[number];

export const laneQueue = (taskQueue: string, lane: Lane): string =>
  lane === "quick" ? taskQueue : `${taskQueue}-${lane}`;

const LANE_OF: Record<WorkflowStart["workflow"], Lane> = {
  ingestEvidence: "files",
  refreshEvidence: "files",
  withdrawEvidence: "jobs",
  deleteProject: "jobs",
  buildReport: "jobs",
  runAssistantJob: "jobs",
  answerQuestionnaire: "jobs",
  watchEvidenceExpiry: "quick",
  apiKeyRotation: "quick",
  expireAcceptance: "quick",
  watchMilestone: "quick",
  passwordReset: "mail",
  sendInvitation: "mail",
  notifySecurityChange: "mail",
  notifyWebhookDisabled: "mail",
};

export const queueOf = (taskQueue: string, workflow: WorkflowStart["workflow"]): string =>
  laneQueue(taskQueue, LANE_OF[workflow]);

/** The queue of a feature that has one of its own. */
export const ownQueue = (taskQueue: string, { queue }: Required<Pick<Feature, "queue">>): string =>
  `${taskQueue}-${queue}`;

const ownQueues = (features as readonly Feature[]).flatMap(({ queue }) =>
  queue === undefined ? [] : [{ queue }],
);

/** All queues that a worker polls. */
export const allQueues = (taskQueue: string): string[] => [
  ...LANES.map((lane) => laneQueue(taskQueue, lane)),
  ...ownQueues.map((own) => ownQueue(taskQueue, own)),
];
