import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type IdentityProviderAction = "identityProvider.manage";

/** Who adds a provider can sign in as anybody, which no API key may come to by itself. */
export const identityProviderAccess = defineAccess<IdentityProviderAction>({
  "identityProvider.manage": {
    scope: "admin",
    on: "identity_provider",
    bearerOnly: true,
    roles: { admin: always },
  },
});
