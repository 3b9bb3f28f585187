import type { Client } from "@temporalio/client";
import type { StartOwn } from "../../activities/webhooks/webhook-deps.ts";
import { REDELIVER, deliveryWorkflowId } from "../../domain/webhooks/webhook.rules.ts";
import { signalOrStart, startOnce } from "../../runtime/start-workflow.ts";
import { deliveryAttributes } from "../../workflows/webhooks/delivery-attributes.ts";

/** Starts the workflow of a delivery, or signals the running one that someone requested it now. */
export const startDelivery =
  (temporal: Client, taskQueue: string): StartOwn =>
  async ({ deliveryId, webhookId, kind, attempt, waitMs, requested }) => {
    const options = {
      workflowId: deliveryWorkflowId(deliveryId),
      taskQueue,
      args: [{ deliveryId, waitMs }],
      typedSearchAttributes: deliveryAttributes({ webhookId, kind, attempt }),
    };
    if (requested) await signalOrStart(temporal, "deliverWebhook", options, REDELIVER);
    else await startOnce(temporal, "deliverWebhook", options);
  };
