import { onKeyRotated } from "../api-keys/api-key.moments.ts";
import type { Feature } from "../feature.ts";
import { handOnWebhooks } from "./hand-on-webhooks.ts";
import { webhookAccess } from "./webhook.access.ts";
import { Webhook, WebhookAttempt, WebhookDelivery } from "./webhook.entity.ts";
import { webhookEvents } from "./webhook.events.ts";
import { webhookStarts } from "./webhook.starts.ts";

export const webhooks = {
  entities: [Webhook, WebhookDelivery, WebhookAttempt],
  access: webhookAccess,
  subjects: { webhook: { read: webhookAccess["webhook.read"], entity: Webhook } },
  events: webhookEvents,
  starts: webhookStarts,
  hooks: [onKeyRotated.do(handOnWebhooks)],
} satisfies Feature;
