import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;

const slack = proxyActivities<Activities>({
  startToCloseTimeout: "60s",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1h",
  retry: retries.external,
});

const sorry = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "10m",
  retry: retries.external,
});

/** Carries out a review decision made in Slack, and shows it there. */
export async function reviewFromSlack(
  review: Parameters<Activities["reviewInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["reviewInSlack"]>> }> {
  try {
    return { outcome: await slack.reviewInSlack(review) };
  } catch (error) {
    // If Slack itself fails, the user cannot be notified.
    await sorry.apologizeInSlack(review).catch(() => undefined);
    throw error;
  }
}
