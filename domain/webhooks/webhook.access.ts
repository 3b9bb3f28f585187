import { defineAccess } from "../access/access-rule.ts";
import { always, equals } from "../access/condition.ts";

export type WebhookAction =
  | "webhook.read"
  | "webhook.create"
  | "webhook.update"
  | "webhook.delete"
  | "webhook.rotate_secret"
  | "webhook.deliver";

const isMine = equals("owner.id", { actor: "id" });
const mineOrAdmin = { customer: isMine, auditor: isMine, manager: isMine, admin: always } as const;

// No rule has a project path: keys restricted to projects may not use webhooks.
export const webhookAccess = defineAccess<WebhookAction>({
  "webhook.read": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.create": {
    scope: "webhook",
    on: null,
    roles: { customer: always, auditor: always, manager: always, admin: always },
  },
  "webhook.update": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.delete": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.rotate_secret": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.deliver": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
});
