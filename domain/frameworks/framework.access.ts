import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type FrameworkAction = "framework.manage";

/** Frameworks have no owner: every user can read them, and admins manage them. */
export const frameworkAccess = defineAccess<FrameworkAction>({
  "framework.manage": { scope: "admin", on: null, roles: { admin: always } },
});
