import { defineEntity, p } from "@mikro-orm/core";
import { newId } from "../../platform/ids.ts";
import { isSystem, role } from "../access/row-security.ts";
import { User } from "../users/user.entity.ts";
import { ROLES, type Role } from "../users/user.rules.ts";
import { MAIL_STATES, type MailState } from "./invitation.rules.ts";

const InvitationSchema = defineEntity({
  name: "Invitation",
  tableName: "invitations",
  policies: [{ name: "invitations_of_admins", using: `${isSystem} or ${role} = 'admin'` }],
  indexes: [
    {
      name: "invitations_open",
      expression:
        "create unique index invitations_open on invitations (email) where accepted_at is null and revoked_at is null",
    },
  ],
  properties: {
    id: p.uuid().primary().onCreate(newId),
    email: p.string(),
    role: p.enum(ROLES).$type<Role>(),
    manager: () => p.manyToOne(User).deleteRule("set null").nullable(),
    /** No foreign keys: a project may be deleted before the invitation is accepted. */
    projectIds: p.array<string>().columnType("uuid[]"),
    /** The user whose rights create the account: the invitation ends with them. */
    invitedBy: () => p.manyToOne(User).deleteRule("cascade"),
    /** SHA-256 of the token; null until a link exists, and once the invitation has ended. */
    hash: p.string().unique().nullable().hidden(),
    mail: p.enum(MAIL_STATES).$type<MailState>(),
    /** How often it was sent; part of the id of the workflow that sends it. */
    sends: p.integer(),
    mailedAt: p.datetime().nullable(),
    /** The account it became. */
    user: () => p.manyToOne(User).deleteRule("cascade").nullable(),
    acceptedAt: p.datetime().nullable(),
    revokedAt: p.datetime().nullable(),
    createdAt: p.datetime().index(),
    expiresAt: p.datetime(),
  },
});

/** An offer of an account to an e-mail address. */
export class Invitation extends InvitationSchema.class {}
InvitationSchema.setClass(Invitation);
