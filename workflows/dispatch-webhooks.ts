import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { ParentClosePolicy, proxyLocalActivities, startChild } from "@temporalio/workflow";
import type { Unfinished, createWebhookActivities } from "../activities/webhook.activities.ts";
import { summarize } from "../domain/events/workflow-summaries.rules.ts";
import { deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { deliveryAttributes } from "./webhooks/delivery-attributes.ts";

type Activities = ReturnType<typeof createWebhookActivities>;

/** An exception means that our own database is away. What is given up here is taken up again when its lease has run out. */
const first = proxyLocalActivities<Activities>({
  startToCloseTimeout: "20s",
  scheduleToCloseTimeout: "5m",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumInterval: "10s" },
});

export interface DispatchWebhooksInput {
  /** Deliveries by endpoint, so that those to one endpoint go together. */
  groups: { webhookId: string; deliveries: { id: string; kind: string }[] }[];
  /** Of the claim that they belong to. */
  leasedUntilMs: number;
}

type Group = DispatchWebhooksInput["groups"][number];

async function startOwnWorkflow(group: Group, { deliveryId, waitMs, attempt }: Unfinished): Promise<void> {
  const kind = group.deliveries.find(({ id }) => id === deliveryId)!.kind;
  try {
    await startChild(deliverWebhook, {
      workflowId: deliveryWorkflowId(deliveryId),
      args: [{ deliveryId, waitMs }],
      ...summarize("deliverWebhook"),
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: deliveryAttributes({ webhookId: group.webhookId, kind, attempt }),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/**
 * First tries of what waits, together: a success needs no workflow of its own, its row is the record. What does not
 * succeed at once goes on in a workflow of its own.
 */
export async function dispatchWebhooks({
  groups,
  leasedUntilMs,
}: DispatchWebhooksInput): Promise<{ unfinished: number }> {
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
