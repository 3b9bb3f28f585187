import type { Client } from "@temporalio/client";
import type { StartOwn } from "../../activities/webhooks/webhook-deps.ts";
import { summarize } from "../../domain/events/workflow-summaries.rules.ts";
import { webhookWorkflows } from "../../domain/webhooks/webhook.workflows.ts";
import { REDELIVER, deliveryWorkflowId } from "../../domain/webhooks/webhook.rules.ts";
import { withDeadline } from "../../platform/temporal/temporal.ts";
import { startOnce } from "../../runtime/start-once.ts";
import { deliveryAttributes } from "../../workflows/webhooks/delivery-attributes.ts";

/** Starts the workflow of a delivery, or signals the running one that someone requested it now. */
export const startDelivery =
  (temporal: Client, taskQueue: string): StartOwn =>
  async ({ deliveryId, webhookId, kind, attempt, waitMs, requested }) => {
    const options = {
      workflowId: deliveryWorkflowId(deliveryId),
      taskQueue,
      args: [{ deliveryId, waitMs }],
      ...summarize(webhookWorkflows.deliverWebhook),
      typedSearchAttributes: deliveryAttributes({ webhookId, kind, attempt }),
    };
    const signalled = { ...options, signal: REDELIVER, signalArgs: [] };
    const start = (): Promise<unknown> =>
      requested
        ? temporal.workflow.signalWithStart("deliverWebhook", signalled)
        : temporal.workflow.start("deliverWebhook", options);
    await withDeadline(temporal, () => startOnce(start));
  };
