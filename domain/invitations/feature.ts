import type { Feature } from "../feature.ts";
import { onStandingChanged } from "../users/user.moments.ts";
import { invitationAccess } from "./invitation.access.ts";
import { revokeInvitationsOf } from "./invitation.commands.ts";
import { Invitation } from "./invitation.entity.ts";
import { invitationEvents } from "./invitation.events.ts";
import { invitationStarts, invitationsInProgress } from "./invitation.starts.ts";

export const invitations = {
  entities: [Invitation],
  access: invitationAccess,
  events: invitationEvents,
  starts: invitationStarts,
  inProgress: invitationsInProgress,
  hooks: [onStandingChanged.do(revokeInvitationsOf)],
} satisfies Feature;
