import type { Actor } from "../actor.ts";
import { narrowScopes, scopesOfRole, type Scope } from "../users/user.rules.ts";
import type { ApiKey } from "./api-key.entity.ts";

/**
 * The key's owner with current permissions, limited to those of the key and of the client that created it.
 */
export const actorOfKey = (
  { id, owner, scopes, restrictions }: ApiKey,
  clientScopes: readonly string[],
): Actor => ({
  id: owner.id,
  role: owner.role,
  managerId: owner.manager?.id ?? null,
  demoAllowed: owner.demoAllowed,
  scopes: narrowScopes(scopesOfRole(owner.role), scopes, clientScopes) as Scope[],
  projectIds: restrictions.projectIds ?? null,
  apiKeyId: id,
  via: null,
});
