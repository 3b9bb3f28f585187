import { defineAccess, forEveryRole } from "../access/access-rule.ts";
import { always, equals } from "../access/condition.ts";

export type WebhookAction =
  | "webhook.read"
  | "webhook.create"
  | "webhook.update"
  | "webhook.delete"
  | "webhook.rotate_secret"
  | "webhook.deliver";

const isMine = equals("owner.id", { actor: "id" });
const mineOrAdmin = { ...forEveryRole(isMine), admin: always };
/** In a browser that was left open, no one may direct events elsewhere or see a secret. */
const change = { scope: "webhook", on: "webhook", freshOnly: true, roles: mineOrAdmin } as const;

// No rule has a project path: keys restricted to projects may not use webhooks.
export const webhookAccess = defineAccess<WebhookAction>({
  "webhook.read": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.create": {
    scope: "webhook",
    on: null,
    freshOnly: true,
    roles: forEveryRole(always),
  },
  "webhook.update": change,
  "webhook.delete": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
  "webhook.rotate_secret": change,
  "webhook.deliver": { scope: "webhook", on: "webhook", roles: mineOrAdmin },
});
