import type { Starters } from "../events/workflow-start.ts";
import type { webhookEvents } from "./webhook.events.ts";
import { disabledNoticeWorkflowId } from "./webhook.rules.ts";

export const webhookStarts: Starters<keyof typeof webhookEvents> = {
  "webhook.disabled": ({ id }) => ({
    workflow: "notifyWebhookDisabled",
    workflowId: disabledNoticeWorkflowId(id),
    args: [{ eventId: id }],
    searchAttributes: {},
  }),
};
