import { keptFor } from "../expiring-rows.ts";
import type { Feature } from "../feature.ts";
import { onStandingChanged } from "../users/user.moments.ts";
import { invitationAccess } from "./invitation.access.ts";
import { revokeInvitationsOf } from "./invitation.commands.ts";
import { Invitation } from "./invitation.entity.ts";
import { invitationEvents } from "./invitation.events.ts";
import { INVITATIONS_KEPT_DAYS } from "./invitation.rules.ts";
import { invitationStarts, invitationWorkflows } from "./invitation.workflows.ts";

export const invitations = {
  entities: [Invitation],
  access: invitationAccess,
  events: invitationEvents,
  starts: invitationStarts,
  workflows: invitationWorkflows,
  expires: { invitations: keptFor(INVITATIONS_KEPT_DAYS, "least(accepted_at, revoked_at, expires_at)") },
  hooks: [onStandingChanged.do(revokeInvitationsOf)],
} satisfies Feature;
