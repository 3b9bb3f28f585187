import type { Actor } from "../actor.ts";
import { scopesOfRole, type Role } from "../users/user.rules.ts";

interface Owner {
  id: string;
  role: Role;
  manager?: { id: string } | null | undefined;
  managerId?: string | null;
  demoAllowed: boolean;
}

/** A subscription acts with all that its owner may do, as they are now. */
export const actorOfOwner = ({ id, role, manager, managerId, demoAllowed }: Owner): Actor => ({
  id,
  role,
  managerId: managerId ?? manager?.id ?? null,
  demoAllowed,
  scopes: scopesOfRole(role),
  projectIds: null,
  apiKeyId: null,
});
