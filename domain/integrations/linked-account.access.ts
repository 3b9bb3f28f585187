import { defineAccess, forEveryRole } from "../access/access-rule.ts";
import { always, equals } from "../access/condition.ts";

export type LinkedAccountAction = "linkedAccount.read" | "linkedAccount.unlink";

const isMine = equals("user.id", { actor: "id" });
const mineOrAdmin = { ...forEveryRole(isMine), admin: always };

export const linkedAccountAccess = defineAccess<LinkedAccountAction>({
  "linkedAccount.read": { scope: "read", on: "linked_account", roles: mineOrAdmin },
  "linkedAccount.unlink": { scope: "write", on: "linked_account", bearerOnly: true, roles: mineOrAdmin },
});
