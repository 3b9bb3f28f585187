import type { WorkflowDefinitions } from "../events/workflow-definition.ts";
import type { Starters } from "../events/workflow-start.ts";
import type { webhookEvents } from "./webhook.events.ts";
import { disabledNoticeWorkflowId } from "./webhook.rules.ts";

export const webhookStarts: Starters<typeof webhookEvents> = {
  "webhook.disabled": ({ id }) => ({
    workflow: "notifyWebhookDisabled",
    workflowId: disabledNoticeWorkflowId(id),
    args: [{ eventId: id }],
    searchAttributes: {},
  }),
};

export const webhookWorkflows = {
  notifyWebhookDisabled: {
    summary: "Mail a notice about a disabled webhook",
    lane: "mail",
    retryable: true,
  },
  dispatchWebhooks: {
    summary: "Make the first attempt of webhook deliveries",
    // Deliveries have a redelivery of their own.
    retryable: false,
  },
  deliverWebhook: {
    summary: "Retry a webhook delivery",
    // Deliveries have a redelivery of their own.
    retryable: false,
  },
} satisfies WorkflowDefinitions;
