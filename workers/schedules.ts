import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from "@temporalio/client";
import { workflowDefinitionOf } from "../domain/events/events-in-use.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import type { Config } from "../platform/config.ts";
import { withDeadline } from "../platform/temporal/temporal.ts";

/** Scheduled work, on this task queue; visible under Schedules in the Temporal UI. */
interface Round {
  name: string;
  workflowType: "housekeeping" | "snapshotScores" | "signingKeyRotation";
  everyDays: number;
}

export type ScheduleConfig = Pick<Config, "TEMPORAL_TASK_QUEUE" | "SIGNING_KEY_DAYS">;

/** What an installation does periodically. */
export const roundsOf = ({ SIGNING_KEY_DAYS }: ScheduleConfig): Round[] => [
  { name: "housekeeping", workflowType: "housekeeping", everyDays: 1 },
  { name: "score-snapshots", workflowType: "snapshotScores", everyDays: 1 },
  { name: "signing-key-rotation", workflowType: "signingKeyRotation", everyDays: SIGNING_KEY_DAYS },
];

/** Several installations may share a namespace, each with its own task queue. */
export const scheduleIdOf = (taskQueue: string, name: string): string => `${taskQueue}-${name}`;

const optionsOf = (taskQueue: string, { name, workflowType, everyDays }: Round) => ({
  scheduleId: scheduleIdOf(taskQueue, name),
  spec: { intervals: [{ every: `${everyDays}d` as const }] },
  action: {
    type: "startWorkflow" as const,
    workflowType,
    workflowId: scheduleIdOf(taskQueue, name),
    taskQueue,
    args: [],
    ...summarize(workflowDefinitionOf(workflowType)),
  },
  policies: { overlap: ScheduleOverlapPolicy.SKIP },
});
type Options = ReturnType<typeof optionsOf>;

/** Returns false if it already exists. */
async function make(client: Client, options: Options): Promise<boolean> {
  try {
    await withDeadline(client, () => client.schedule.create(options));
    return true;
  } catch (error) {
    if (error instanceof ScheduleAlreadyRunning) return false;
    throw error;
  }
}

/** Creates missing schedules, for example after Temporal's database was lost. */
export async function makeMissingSchedules(client: Client, config: ScheduleConfig): Promise<void> {
  for (const round of roundsOf(config)) await make(client, optionsOf(config.TEMPORAL_TASK_QUEUE, round));
}

/**
 * Creates the schedules, or updates existing ones to the configuration; paused ones stay paused. Idempotent:
 * every worker does this when it starts.
 */
export async function ensureSchedules(client: Client, config: ScheduleConfig): Promise<void> {
  for (const round of roundsOf(config)) {
    const options = optionsOf(config.TEMPORAL_TASK_QUEUE, round);
    if (await make(client, options)) continue;
    const schedule = client.schedule.getHandle(options.scheduleId);
    await withDeadline(client, () => schedule.update(({ state }) => ({ ...options, state })));
  }
}
