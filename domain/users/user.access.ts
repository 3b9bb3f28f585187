import type { AccessRules } from "../access/access-rule.ts";
import { any, always, equals } from "../access/condition.ts";

export type UserAction = "user.read" | "user.manage";

const self = equals("id", { actor: "id" });

export const userAccess: AccessRules<UserAction> = {
  "user.read": {
    scope: "read",
    on: "user",
    project: null,
    roles: {
      customer: self,
      auditor: self,
      manager: any(self, equals("manager.id", { actor: "id" })),
      admin: always,
    },
  },
  "user.manage": { scope: "admin", on: "user", roles: { admin: always } },
};
