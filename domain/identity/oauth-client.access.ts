import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type OauthClientAction = "oauthClient.manage" | "oauthClient.change";

const byAdmins = { scope: "admin", on: "oauth_client", bearerOnly: true, roles: { admin: always } } as const;

/** Not by API key: a client registered with a stolen key would outlive it. */
export const oauthClientAccess = defineAccess<OauthClientAction>({
  "oauthClient.manage": byAdmins,
  /** Nor in a browser that was left open: a client with a known secret can act for its owner. */
  "oauthClient.change": { ...byAdmins, freshOnly: true },
});
