import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type SystemAction = "system.read" | "system.retry";

export const systemAccess = defineAccess<SystemAction>({
  /** The state of the service itself: totals only, no one's data. */
  "system.read": { scope: "admin", on: null, roles: { admin: always } },
  /** Restarting failed workflows of any user. */
  "system.retry": { scope: "admin", on: null, roles: { admin: always } },
});
