import type { Actor } from "../actor.ts";
import { scopesOfRole, type Role } from "./user.rules.ts";

interface Person {
  id: string;
  role: Role;
  manager?: { id: string } | null | undefined;
  managerId?: string | null;
  demoAllowed: boolean;
}

/** A user as an actor with their full current rights. */
export const actorOf = ({ id, role, manager, managerId, demoAllowed }: Person): Actor => ({
  id,
  role,
  managerId: managerId ?? manager?.id ?? null,
  demoAllowed,
  scopes: scopesOfRole(role),
  projectIds: null,
  apiKeyId: null,
  via: null,
});
