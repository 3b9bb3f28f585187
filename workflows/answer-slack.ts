import { patched, proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../activities/slack.activities.ts";

type Activities = ReturnType<typeof createSlackActivities>;

/** Whoever asked waits for a while, not for hours: Slack keeps the address of an answer for half an hour. */
const slack = proxyActivities<Activities>({
  startToCloseTimeout: "3m",
  scheduleToCloseTimeout: "15m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

const sorry = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "10m",
  retry: { initialInterval: "1s", backoffCoefficient: 2, maximumInterval: "1m" },
});

/** Answers what somebody asked in Slack. */
export async function answerSlack(
  question: Parameters<Activities["answerInSlack"]>[0],
): Promise<{ outcome: Awaited<ReturnType<Activities["answerInSlack"]>> }> {
  try {
    return { outcome: await slack.answerInSlack(question) };
  } catch (error) {
    // Where Slack is what fails, nobody can be told.
    if (patched("apologize")) await sorry.apologizeInSlack(question).catch(() => undefined);
    throw error;
  }
}
