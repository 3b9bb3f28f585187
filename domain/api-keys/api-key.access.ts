import { defineAccess, forEveryRole } from "../access/access-rule.ts";
import { always, any, equals, holds } from "../access/condition.ts";

export type ApiKeyAction = "api_key.create" | "api_key.read" | "api_key.rotate" | "api_key.revoke";

const own = equals("owner.id", { actor: "id" });
/** Admins also see and revoke others' keys, but never rotate them, because that would reveal the secret. */
const ownOrAdmin = { ...forEveryRole(own), admin: any(own, holds("admin")) };

export const apiKeyAccess = defineAccess<ApiKeyAction>({
  // Neither a stolen key nor an application may outlive its revocation by creating keys; a client's own keys
  // end with it.
  "api_key.create": {
    scope: "write",
    on: null,
    personOnly: true,
    alsoClients: true,
    freshOnly: true,
    roles: forEveryRole(always),
  },
  "api_key.rotate": {
    scope: "write",
    on: "api_key",
    personOnly: true,
    freshOnly: true,
    roles: forEveryRole(own),
  },
  "api_key.revoke": { scope: "write", on: "api_key", bearerOnly: true, roles: ownOrAdmin },
  "api_key.read": { scope: "read", on: "api_key", roles: ownOrAdmin },
});
