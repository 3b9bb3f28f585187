import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IntegrationAction = "integration.read" | "integration.manage";

/** Whoever sets an integration says where the product's messages go: for admins, and by a token. */
export const integrationAccess = defineAccess<IntegrationAction>({
  // Without secrets, so that a key may watch them.
  "integration.read": { scope: "admin", on: "integration", roles: { admin: always } },
  "integration.manage": { scope: "admin", on: "integration", bearerOnly: true, roles: { admin: always } },
});
