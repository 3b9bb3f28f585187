import { WorkflowExecutionAlreadyStartedError } from "@temporalio/common";
import { ParentClosePolicy, proxyLocalActivities, startChild } from "@temporalio/workflow";
import type { createWebhookActivities } from "../activities/webhook.activities.ts";
import { deliveryWorkflowId } from "../domain/webhooks/webhook.rules.ts";
import { deliverWebhook } from "./deliver-webhook.ts";
import { deliveryAttributes } from "./delivery-attributes.ts";

type Activities = ReturnType<typeof createWebhookActivities>;

/** What cannot be recorded now is taken up again when its lease has run out. */
const first = proxyLocalActivities<Activities>({
  startToCloseTimeout: "20s",
  scheduleToCloseTimeout: "60s",
  retry: { initialInterval: "500ms", backoffCoefficient: 2, maximumAttempts: 4 },
});

export interface DispatchWebhooksInput {
  /** Deliveries by endpoint, so that those to one endpoint go together. */
  groups: { webhookId: string; deliveries: { id: string; kind: string }[] }[];
}

type Group = DispatchWebhooksInput["groups"][number];

async function startOwnWorkflow(group: Group, deliveryId: string, waitMs: number): Promise<void> {
  const kind = group.deliveries.find(({ id }) => id === deliveryId)!.kind;
  try {
    await startChild(deliverWebhook, {
      workflowId: deliveryWorkflowId(deliveryId),
      args: [{ deliveryId, waitMs }],
      parentClosePolicy: ParentClosePolicy.ABANDON,
      typedSearchAttributes: deliveryAttributes({ webhookId: group.webhookId, kind, attempt: 1 }),
    });
  } catch (error) {
    if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
  }
}

/**
 * First tries of what waits, together: a success needs no workflow of its own, its row is the record. What does not
 * succeed at once goes on in a workflow of its own.
 */
export async function dispatchWebhooks({ groups }: DispatchWebhooksInput): Promise<{ unfinished: number }> {
  const left = await Promise.all(
    groups.map(async (group) => {
      const unfinished = await first.tryFirst(group.deliveries.map(({ id }) => id));
      await Promise.all(
        unfinished.map(({ deliveryId, waitMs }) => startOwnWorkflow(group, deliveryId, waitMs)),
      );
      return unfinished.length;
    }),
  );
  return { unfinished: left.reduce((sum, count) => sum + count, 0) };
}
