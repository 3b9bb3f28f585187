import type { AccessRules } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type SystemAction = "system.read";

export const systemAccess: AccessRules<SystemAction> = {
  /** How the service itself stands: figures of all, and nothing of anybody. */
  "system.read": { scope: "admin", on: null, roles: { admin: always } },
};
