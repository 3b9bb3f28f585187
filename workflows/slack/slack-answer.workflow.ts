import { proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { orApologize } from "./or-apologize.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/** Bounded, because Slack accepts an answer for half an hour only. */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "3m",
  heartbeatTimeout: "15s",
  scheduleToCloseTimeout: "15m",
  retry: retries.external,
});

/** Answers a command or message from Slack. */
export function answerSlack(
  question: Parameters<Activities["answerInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["answerInSlack"]>> }> {
  return orApologize(question, slack.answerInSlack);
}
