import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../activities/slack.activities.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/** Settings that are wrong may be put right within a day; after that the notice is old news. The activity gives up sooner where Slack is out of reach for long. */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "1d",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "5m" },
});

/** Tells Slack of one event. Only the event's id passes through here: no history holds more. */
export async function notifySlack({
  eventId,
}: {
  eventId: string;
}): Promise<{ outcome: Awaited<ReturnType<Activities["postNotice"]>> }> {
  return { outcome: await slack.postNotice(eventId) };
}
