import type { AccessRules } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type OauthClientAction = "oauthClient.manage";

export const oauthClientAccess: AccessRules<OauthClientAction> = {
  "oauthClient.manage": { scope: "admin", on: "oauth_client", roles: { admin: always } },
};
