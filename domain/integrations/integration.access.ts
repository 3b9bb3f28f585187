import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IntegrationAction = "integration.read" | "integration.manage";

/** Integrations determine where the product sends messages: for admins only, and with a token. */
export const integrationAccess = defineAccess<IntegrationAction>({
  // Without secrets, so that an API key can monitor them.
  "integration.read": { scope: "admin", on: "integration", roles: { admin: always } },
  "integration.manage": { scope: "admin", on: "integration", bearerOnly: true, roles: { admin: always } },
});
