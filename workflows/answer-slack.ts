import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../activities/slack.activities.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/** Whoever asked waits for a while, not for hours: Slack keeps the address of an answer for half an hour. */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "3m",
  scheduleToCloseTimeout: "15m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

/** Answers what somebody asked in Slack. */
export async function answerSlack(
  question: Parameters<Activities["answerInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["answerInSlack"]>> }> {
  return { outcome: await slack.answerInSlack(question) };
}
