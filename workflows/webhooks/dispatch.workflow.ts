import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import {
  ParentClosePolicy,
  continueAsNew,
  proxyActivities,
  proxyLocalActivities,
  startChild,
  workflowInfo,
} from "@temporalio/workflow";
import type { SendingEnd, createWebhookActivities } from "../../activities/webhooks/webhook.activities.ts";
import type { UnfinishedDelivery } from "../../activities/webhooks/webhook-deps.ts";
import { deliveryWorkflowId } from "../../domain/webhooks/webhook.rules.ts";
import { deliverWebhook } from "./delivery.workflow.ts";
import { deliveryAttributes } from "./delivery-attributes.ts";

type Activities = ReturnType<typeof createWebhookActivities>;

/** Missing heartbeats reveal a dead worker; its deliveries are claimed again when their lease ends. */
const post = proxyActivities<Activities>({
  startToCloseTimeout: "15m",
  heartbeatTimeout: "15s",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "5s" },
});

/** For batches started by an earlier version. */
const first = proxyLocalActivities<Activities>({
  startToCloseTimeout: "20s",
  scheduleToCloseTimeout: "5m",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

/** The input of an earlier version: its own claim, by endpoint. */
interface EarlierBatch {
  groups: { webhookId: string; deliveries: { id: string; kind: string }[] }[];
  leasedUntilMs: number;
}

type Group = EarlierBatch["groups"][number];

async function startOwnWorkflow(
  group: Group,
  { deliveryId, waitMs, attempt }: UnfinishedDelivery,
): Promise<void> {
  const kind = group.deliveries.find(({ id }) => id === deliveryId)!.kind;
  try {
    await startChild(deliverWebhook, {
      workflowId: deliveryWorkflowId(deliveryId),
      args: [{ deliveryId, waitMs }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: deliveryAttributes({ webhookId: group.webhookId, kind, attempt }),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

async function sendBatch({ groups, leasedUntilMs }: EarlierBatch): Promise<{ unfinished: number }> {
  const left = await Promise.all(
    groups.map(async (group) => {
      const ids = group.deliveries.map(({ id }) => id);
      const unfinished = await first.tryFirst(ids, leasedUntilMs);
      await Promise.all(unfinished.map((one) => startOwnWorkflow(group, one)));
      return unfinished.length;
    }),
  );
  return { unfinished: left.reduce((sum, count) => sum + count, 0) };
}

/**
 * Sends first attempts in one activity that claims, sends and records until nothing is waiting: a success
 * needs no workflow of its own, because its row is the record. Failed deliveries continue in their own
 * workflows.
 */
export async function dispatchWebhooks(batch?: EarlierBatch): Promise<SendingEnd | { unfinished: number }> {
  if (batch !== undefined) return sendBatch(batch);
  for (;;) {
    const end = await post.sendWaiting();
    if (end.isOver) return end;
    if (workflowInfo().continueAsNewSuggested) await continueAsNew<typeof dispatchWebhooks>();
  }
}
