import { continueAsNew, proxyActivities, workflowInfo } from "@temporalio/workflow";
import type { SendingEnd, createWebhookActivities } from "../../activities/webhooks/webhook.activities.ts";

type Activities = ReturnType<typeof createWebhookActivities>;

/** Missing heartbeats reveal a dead worker; its deliveries are claimed again when their lease ends. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "15m",
  heartbeatTimeout: "15s",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "5s" },
});

/**
 * Sends first attempts in one activity that claims, sends and records until nothing is waiting: a success
 * needs no workflow of its own, because its row is the record. Failed deliveries continue in their own
 * workflows.
 */
export async function dispatchWebhooks(): Promise<SendingEnd> {
  for (;;) {
    const end = await post.sendWaiting();
    if (end.isOver) return end;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof dispatchWebhooks>();
  }
}
