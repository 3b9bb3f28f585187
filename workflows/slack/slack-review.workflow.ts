import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { orApologize } from "./or-apologize.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;

const slack = proxyActivities<Activities>({
  startToCloseTimeout: "60s",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "1h",
  retry: retries.external,
});

/** Carries out a review decision made in Slack, and shows it there. */
export function reviewFromSlack(
  review: Parameters<Activities["reviewInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["reviewInSlack"]>> }> {
  return orApologize(review, slack.reviewInSlack);
}
