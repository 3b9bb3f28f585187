import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../activities/slack.activities.ts";

type Activities = ReturnType<typeof createSlackActivities>;

const slack = proxyActivities<Activities>({
  startToCloseTimeout: "60s",
  scheduleToCloseTimeout: "1h",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

/** Carries out what somebody decided in Slack, and shows it there. */
export async function reviewFromSlack(
  review: Parameters<Activities["reviewInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["reviewInSlack"]>> }> {
  return { outcome: await slack.reviewInSlack(review) };
}
