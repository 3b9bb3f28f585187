import { defineAccess, forEveryRole } from "../access/access-rule.ts";
import { always, any, equals, holds } from "../access/condition.ts";

export type UserAction =
  | "user.read"
  | "user.find_auditors"
  | "user.create"
  | "user.update"
  | "user.updateAny"
  | "user.deactivate"
  | "user.manage";

const self = equals("id", { actor: "id" });

/** A stolen key must not outlive its revocation by creating or promoting users, or by taking over their accounts. */
const byFreshAdmin = { scope: "admin", bearerOnly: true, freshOnly: true, roles: { admin: always } } as const;

export const userAccess = defineAccess<UserAction>({
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
  // Managers assign auditors to projects.
  "user.find_auditors": { scope: "read", on: null, roles: { manager: always, admin: always } },
  "user.create": { ...byFreshAdmin, on: null },
  /** Name and preferences. A manager cannot change them for others. */
  "user.update": {
    scope: "write",
    on: "user",
    roles: { ...forEveryRole(self), admin: any(self, holds("admin")) },
  },
  /** All other changes of users, including oneself. */
  "user.updateAny": { ...byFreshAdmin, on: "user" },
  "user.deactivate": { ...byFreshAdmin, on: "user" },
  "user.manage": { scope: "admin", on: "user", roles: { admin: always } },
});
