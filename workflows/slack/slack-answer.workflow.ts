import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/** Bounded, because Slack accepts an answer for half an hour only. */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "3m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "15m",
  retry: retries.external,
});

const sorry = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "10m",
  retry: retries.external,
});

/** Answers a command or message from Slack. */
export async function answerSlack(
  question: Parameters<Activities["answerInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["answerInSlack"]>> }> {
  try {
    return { outcome: await slack.answerInSlack(question) };
  } catch (error) {
    // If Slack itself fails, the user cannot be notified.
    await sorry.apologizeInSlack(question).catch(() => undefined);
    throw error;
  }
}
