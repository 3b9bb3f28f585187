import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IdentityProviderAction = "identityProvider.manage";

/** Whoever adds a provider can sign in as anyone, so no API key may. */
export const identityProviderAccess = defineAccess<IdentityProviderAction>({
  "identityProvider.manage": {
    scope: "admin",
    on: "identity_provider",
    bearerOnly: true,
    roles: { admin: always },
  },
});
