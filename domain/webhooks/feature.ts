import { onKeyRotated } from "../api-keys/api-key.moments.ts";
import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { webhookAccess } from "./webhook.access.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "./webhook.entity.ts";
import { webhookEvents } from "./webhook.events.ts";
import { DELIVERIES_KEPT_DAYS } from "./webhook.rules.ts";
import { webhookStarts, webhookWorkflows } from "./webhook.workflows.ts";

export const webhooks = {
  entities: [Webhook, WebhookDelivery, WebhookAttempt],
  access: webhookAccess,
  subjects: { webhook: { read: webhookAccess["webhook.read"], entity: Webhook } },
  events: webhookEvents,
  starts: webhookStarts,
  workflows: webhookWorkflows,
  // Their attempts are deleted with them.
  expires: {
    webhook_deliveries: `${keptFor(DELIVERIES_KEPT_DAYS, "created_at")} and status in ('delivered', 'dead', 'cancelled')`,
  },
  backlog: {
    deliveries: {
      summary: "Webhook deliveries before their first attempt",
      rows: "select created_at as at from webhook_deliveries where status in ('pending', 'sending')",
    },
    retries: {
      summary: "Webhook deliveries that failed and will be retried",
      rows: "select created_at as at from webhook_deliveries where status = 'retrying'",
    },
  },
  queue: "webhooks",
  // The successor of a key owns its webhooks.
  hooks: [
    onKeyRotated.do(({ em }, { from, to }) => em.nativeUpdate(Webhook, { apiKeyId: from }, { apiKeyId: to })),
  ],
} satisfies Feature;
