import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type OauthClientAction = "oauthClient.manage";

/** Not by API key: a client registered with a stolen key would outlive it. */
export const oauthClientAccess = defineAccess<OauthClientAction>({
  "oauthClient.manage": { scope: "admin", on: "oauth_client", bearerOnly: true, roles: { admin: always } },
});
