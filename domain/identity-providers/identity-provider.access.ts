import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IdentityProviderAction = "identityProvider.manage" | "identityProvider.change";

const byAdmins = {
  scope: "admin",
  on: "identity_provider",
  bearerOnly: true,
  roles: { admin: always },
} as const;

/** A provider can sign in as any user, so no API key may add one. */
export const identityProviderAccess = defineAccess<IdentityProviderAction>({
  "identityProvider.manage": byAdmins,
  /** Nor anyone in a browser that was left open. */
  "identityProvider.change": { ...byAdmins, freshOnly: true },
});
