import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type SystemAction = "system.read" | "system.retry";

export const systemAccess = defineAccess<SystemAction>({
  /** How the service itself stands: figures of all, and nothing of anybody. */
  "system.read": { scope: "admin", on: null, roles: { admin: always } },
  /** Starting failed workflows again, whoever's they are. */
  "system.retry": { scope: "admin", on: null, roles: { admin: always } },
});
