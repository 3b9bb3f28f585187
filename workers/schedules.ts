import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from "@temporalio/client";
import type { Config } from "../platform/config.ts";

/** Work that comes round by itself: it runs on this task queue, and is seen under Schedules in the Temporal UI. */
interface Round {
  name: string;
  workflowType: string;
  everyDays: number;
}

type ScheduleConfig = Pick<Config, "TEMPORAL_TASK_QUEUE" | "SIGNING_KEY_DAYS">;

const roundsOf = ({ SIGNING_KEY_DAYS }: ScheduleConfig): Round[] => [
  { name: "housekeeping", workflowType: "housekeeping", everyDays: 1 },
  { name: "score-snapshots", workflowType: "snapshotScores", everyDays: 1 },
  { name: "signing-key-rotation", workflowType: "signingKeyRotation", everyDays: SIGNING_KEY_DAYS },
];

/** Several installations may share a namespace, each with a task queue of its own. */
export const scheduleIdOf = (taskQueue: string, name: string): string => `${taskQueue}-${name}`;

/** Makes a schedule, or brings the one that is there to what the configuration says; whether an operator paused it stays. */
async function ensureSchedule(
  client: Client,
  taskQueue: string,
  { name, workflowType, everyDays }: Round,
): Promise<void> {
  const scheduleId = scheduleIdOf(taskQueue, name);
  const options = {
    spec: { intervals: [{ every: `${everyDays}d` as const }] },
    action: { type: "startWorkflow" as const, workflowType, workflowId: scheduleId, taskQueue, args: [] },
    policies: { overlap: ScheduleOverlapPolicy.SKIP },
  };
  try {
    await client.schedule.create({ scheduleId, ...options });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
    await client.schedule.getHandle(scheduleId).update(({ state }) => ({ ...options, state }));
  }
}

/** Safe to repeat: every worker does it when it starts. */
export async function ensureSchedules(client: Client, config: ScheduleConfig): Promise<void> {
  for (const round of roundsOf(config)) await ensureSchedule(client, config.TEMPORAL_TASK_QUEUE, round);
}

/** Takes an installation's schedules away. */
export async function removeSchedules(client: Client, config: ScheduleConfig): Promise<void> {
  for (const { name } of roundsOf(config))
    await client.schedule.getHandle(scheduleIdOf(config.TEMPORAL_TASK_QUEUE, name)).delete();
}
