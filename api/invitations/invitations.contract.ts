import { z } from "zod";
import type { Invitation } from "../../domain/invitations/invitation.entity.ts";
import {
  INVITATION_STATUSES,
  MAIL_STATES,
  PROJECTS_MAX,
  statusOf,
} from "../../domain/invitations/invitation.rules.ts";
import { ROLES } from "../../domain/users/user.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";
import { Id, PageOf, Timestamp, iso, listInput, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";

const RoleName = z.enum(ROLES);

export const InviteBody = z
  .strictObject({
    email: z.email().max(254),
    role: RoleName,
    manager_id: Id.nullish().meta({ description: "An active user with the role manager or admin" }),
    project_ids: z
      .array(Id)
      .max(PROJECTS_MAX)
      .optional()
      .meta({ description: `Projects whose team the person joins, at most ${PROJECTS_MAX}` }),
  })
  .meta({ examples: [{ email: "new.customer@example.com", role: "customer" }] })
  .register(schemaNames, { id: "InviteBody" });

export const InvitationQuery = z.strictObject({
  ...listQuery,
  status: several(INVITATION_STATUSES, "Only invitations with these statuses"),
  role: several(ROLES, "Only invitations to these roles"),
});

export const InvitationView = defineView("Invitation", {
  id: Id,
  email: z.email(),
  role: RoleName,
  status: z.enum(INVITATION_STATUSES),
  mail: z.enum(MAIL_STATES).meta({
    description:
      "State of the e-mail; `not_configured` when this installation sends no e-mail, `handed_over` when a link was created before it was sent",
  }),
  mailed_at: Timestamp.nullable().meta({ description: "When the mail server accepted it" }),
  manager_id: Id.nullable(),
  manager: PersonOf("manager_id"),
  project_ids: z.array(Id),
  invited_by: Id,
  inviter: PersonOf("invited_by"),
  user_id: Id.nullable().meta({ description: "The user it became; null until it is accepted" }),
  created_at: Timestamp,
  expires_at: Timestamp,
  accepted_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
});

export const InvitationList = PageOf("invitations", InvitationView, "InvitationList");

export const InvitationLink = defineView("InvitationLink", {
  invitation_url: z.url(),
  expires_at: Timestamp,
});

export const invitationListInput = ({ status, role, ...query }: z.infer<typeof InvitationQuery>) => ({
  ...listInput(query),
  status,
  role,
});

/** `now` decides whether it has expired. */
export const presentInvitation = ({
  invitation,
  now,
}: {
  invitation: Row<Invitation>;
  now: Date;
}): z.infer<typeof InvitationView> => ({
  id: invitation.id,
  email: invitation.email,
  role: invitation.role,
  status: statusOf(invitation, now),
  mail: invitation.mail,
  mailed_at: iso(invitation.mailedAt),
  manager_id: invitation.manager?.id ?? null,
  project_ids: invitation.projectIds,
  invited_by: invitation.invitedBy.id,
  user_id: invitation.user?.id ?? null,
  created_at: invitation.createdAt.toISOString(),
  expires_at: invitation.expiresAt.toISOString(),
  accepted_at: iso(invitation.acceptedAt),
  revoked_at: iso(invitation.revokedAt),
});
