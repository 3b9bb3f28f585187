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

// None says how a key confined to projects may use it: such keys may not.
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
