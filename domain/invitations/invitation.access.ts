import { defineAccess } from "../access/access-rule.ts";
import { always } from "../access/condition.ts";

export type InvitationAction = "invitation.read" | "invitation.create" | "invitation.manage";

/**
 * An invitation creates a user, so it has the same requirements as `user.create`: a stolen key must not
 * outlive its revocation.
 */
export const invitationAccess = defineAccess<InvitationAction>({
  "invitation.read": { scope: "admin", on: "invitation", roles: { admin: always } },
  "invitation.create": {
    scope: "admin",
    on: null,
    bearerOnly: true,
    freshOnly: true,
    roles: { admin: always },
  },
  "invitation.manage": {
    scope: "admin",
    on: "invitation",
    bearerOnly: true,
    freshOnly: true,
    roles: { admin: always },
  },
});
