import { CancellationScope, proxyActivities } from "@temporalio/workflow";
import type { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { retries } from "../support/retries.ts";

type Activities = ReturnType<typeof createSlackActivities>;
type Input = Parameters<Activities["apologizeInSlack"]>[0];

const sorry = proxyActivities<Activities>({
  startToCloseTimeout: "1m",
  scheduleToCloseTimeout: "10m",
  retry: retries.external,
});

/** Does what a user requested in Slack; if that fails, notifies the user and rethrows the failure. */
export async function orApologize<T>(
  input: Input,
  act: (input: Input) => Promise<T>,
): Promise<{ outcome: T }> {
  try {
    return { outcome: await act(input) };
  } catch (error) {
    // Also if an operator cancels it. If Slack itself fails, the user cannot be notified.
    await CancellationScope.nonCancellable(() => sorry.apologizeInSlack(input)).catch(() => undefined);
    throw error;
  }
}
