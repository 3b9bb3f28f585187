import { ScheduleNotFoundError, type Client } from "@temporalio/client";
import { roundsOf, scheduleIdOf, type ScheduleConfig } from "../workers/schedules.ts";

const ignoreMissing = (error: unknown): void => {
  if (!(error instanceof ScheduleNotFoundError)) throw error;
};

/** Removes the schedules of an installation, if a worker has created them. */
export async function removeSchedules(client: Client, config: ScheduleConfig): Promise<void> {
  for (const { name } of roundsOf(config)) {
    const schedule = client.schedule.getHandle(scheduleIdOf(config.TEMPORAL_TASK_QUEUE, name));
    await schedule.delete().catch(ignoreMissing);
  }
}
