import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type FrameworkAction = "framework.manage";

/** Frameworks belong to nobody: whoever signs in reads them, and admins say which there are. */
export const frameworkAccess = defineAccess<FrameworkAction>({
  "framework.manage": { scope: "admin", on: null, roles: { admin: always } },
});
