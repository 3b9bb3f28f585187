import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/**
 * Wrong settings may be corrected within a day; after that the notice is outdated. The activity gives up
 * sooner if Slack has been unreachable for long.
 */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "60s",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1d",
  retry: retries.patient,
});

/** Posts one event to Slack. Only the event's id passes through here, so no history contains more. */
export async function notifySlack({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["postNotice"]>> }> {
  return { outcome: await slack.postNotice(eventId) };
}
