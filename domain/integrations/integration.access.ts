import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IntegrationAction = "integration.read" | "integration.manage" | "integration.change";

const byAdmins = { scope: "admin", on: "integration", bearerOnly: true, roles: { admin: always } } as const;

/** Integrations determine where the product sends messages: for admins only, and with a token. */
export const integrationAccess = defineAccess<IntegrationAction>({
  // Without secrets, so that an API key can monitor them.
  "integration.read": { scope: "admin", on: "integration", roles: { admin: always } },
  "integration.manage": byAdmins,
  /** Not in a browser that was left open: other settings would send messages to someone else. */
  "integration.change": { ...byAdmins, freshOnly: true },
});
