import { loadLocked } from "../../platform/database/lock-row.ts";
import { randomSecret } from "../random-secret.ts";
import { LockMode } from "@mikro-orm/postgresql";
import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { conflict } from "../../platform/errors.ts";
import { newId } from "../../platform/ids.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import { requireVisibleProjects } from "../projects/require-visible-projects.ts";
import { managerFor, refuseTaken } from "../users/user.commands.ts";
import { User } from "../users/user.entity.ts";
import type { Role } from "../users/user.rules.ts";
import { secretHash } from "../secret-hash.ts";
import { invitationReference, expiryFrom, statusOf } from "./invitation.rules.ts";
import { Invitation } from "./invitation.entity.ts";

export interface InviteInput {
  email: string;
  role: Role;
  managerId?: string | null | undefined;
  projectIds?: readonly string[] | undefined;
}

type Kind = "invitation.created" | "invitation.resent" | "invitation.link_issued" | "invitation.revoked";

const record = (ctx: CommandContext, kind: Kind, invitation: Invitation): void =>
  void recordEvent(ctx, kind, {
    subject: invitation,
    data: invitationReference(invitation),
  });

const alreadyInvited = (email: string) =>
  conflict(`The address ${email} already has an invitation: send it again or revoke it first`, {
    field: "email",
    error: "is already invited",
    reason: "already_invited",
    email,
  });

/**
 * VALIDATION_ERROR for an invalid manager or project, CONFLICT for an address with an account or an open
 * invitation.
 */
export async function invite(ctx: CommandContext, input: InviteInput): Promise<Invitation> {
  const { managerId = null, projectIds = [], role } = input;
  const { em } = ctx;
  const email = normalizeEmail(input.email);
  await refuseTaken(ctx, email);
  if ((await em.count(Invitation, { email, acceptedAt: null, revokedAt: null })) > 0)
    throw alreadyInvited(email);
  await requireVisibleProjects(ctx, projectIds, "project_ids");
  const [id, now] = [newId(), ctx.clock.now()];
  const invitation = em.create(Invitation, {
    id,
    email,
    role,
    manager: managerId === null ? null : await managerFor(ctx, managerId, id),
    projectIds: [...new Set(projectIds)],
    invitedBy: em.getReference(User, ctx.actor.id),
    mail: "waiting",
    sends: 1,
    createdAt: now,
    expiresAt: expiryFrom(now),
  });
  record(ctx, "invitation.created", invitation);
  await flushUnlessTaken(ctx, () => alreadyInvited(email));
  return invitation;
}

/** The invitation, locked; CONFLICT if it was accepted or revoked. */
async function lockOpen(ctx: CommandContext, { id }: Invitation): Promise<Invitation> {
  const invitation = await loadLocked(ctx.em, Invitation, { id }, "Invitation");
  const status = statusOf(invitation, ctx.clock.now());
  if (status === "accepted")
    throw conflict("This invitation was accepted: the person already has an account", {
      reason: "invitation_accepted",
    });
  if (status === "revoked")
    throw conflict("This invitation was revoked: invite the address again", { reason: "invitation_revoked" });
  return invitation;
}

/** The caller renews the invitation, with the lifetime of a new one. */
async function renew(ctx: CommandContext, shown: Invitation): Promise<Invitation> {
  const invitation = await lockOpen(ctx, shown);
  await refuseTaken(ctx, invitation.email);
  invitation.expiresAt = expiryFrom(ctx.clock.now());
  invitation.invitedBy = ctx.em.getReference(User, ctx.actor.id);
  return invitation;
}

/** Sends a new link, which replaces the previous one. */
export async function resendInvitation(ctx: CommandContext, shown: Invitation): Promise<Invitation> {
  const invitation = await renew(ctx, shown);
  invitation.sends += 1;
  invitation.mail = "waiting";
  record(ctx, "invitation.resent", invitation);
  return invitation;
}

/** A token that only this result contains. The previous link stops working. */
export function issueToken(invitation: Invitation): string {
  const token = randomSecret();
  invitation.hash = secretHash(token);
  return token;
}

/** A token to deliver in person. It replaces the link that was sent, or that waits to be sent. */
export async function issueInvitationLink(
  ctx: CommandContext,
  shown: Invitation,
): Promise<{ token: string; expiresAt: Date }> {
  const invitation = await renew(ctx, shown);
  const token = issueToken(invitation);
  // The next attempt to mail it would replace the token.
  if (invitation.mail === "waiting") invitation.mail = "handed_over";
  record(ctx, "invitation.link_issued", invitation);
  return { token, expiresAt: invitation.expiresAt };
}

function end(ctx: CommandContext, invitation: Invitation): void {
  ctx.em.assign(invitation, { revokedAt: ctx.clock.now(), hash: null });
  record(ctx, "invitation.revoked", invitation);
}

/** Ends an invitation and its link. */
export async function revokeInvitation(ctx: CommandContext, shown: Invitation): Promise<void> {
  end(ctx, await lockOpen(ctx, shown));
}

/** The invitations of a deactivated user end, except those that were accepted or revoked in the meantime. */
export async function revokeInvitationsOf(ctx: CommandContext, userId: string): Promise<void> {
  const open = { invitedBy: userId, acceptedAt: null, revokedAt: null };
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { id: "asc" }, refresh: true } as const;
  for (const invitation of await ctx.em.find(Invitation, open, lock)) end(ctx, invitation);
}
