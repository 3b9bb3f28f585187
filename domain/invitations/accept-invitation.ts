import { findLocked } from "../../platform/database/lock-row.ts";
import { AppError, invalid } from "../../platform/errors.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { addMember } from "../projects/project-team.commands.ts";
import { secretHash } from "../secret-hash.ts";
import type { Language } from "../texts/language.rules.ts";
import { actorOf } from "../users/actor-of.ts";
import { holdUser } from "../users/lock-user.ts";
import type { Passwords } from "../users/new-password.ts";
import { createUser } from "../users/user.commands.ts";
import type { User } from "../users/user.entity.ts";
import { invitationReference } from "./invitation.rules.ts";
import { Invitation } from "./invitation.entity.ts";

export interface InvitationAcceptance {
  token: string;
  name: string;
  password: string;
  /** That of the page, which the user's mails then have too. */
  language: Language;
}

const wrongToken = () => invalid({ field: "token", error: "is not valid, was used or has expired" });

const livingWith = (ctx: SystemContext, token: string) => ({
  hash: secretHash(token),
  acceptedAt: null,
  revokedAt: null,
  expiresAt: { $gt: ctx.clock.now() },
  // A link never grants rights that its sender has lost.
  invitedBy: { active: true, role: "admin" as const },
});

/** The recipient of a link; null for a link that is not valid. */
export async function findInvited(ctx: SystemContext, token: string): Promise<string | null> {
  const found = await ctx.em.findOne(Invitation, livingWith(ctx, token));
  return found?.email ?? null;
}

/**
 * Adds the user to the projects that can still be joined; the others do not prevent the account. Sorted by id, so that
 * two acceptances cannot deadlock.
 */
async function join(ctx: CommandContext, user: User, projectIds: readonly string[]): Promise<string[]> {
  const joined: string[] = [];
  for (const projectId of projectIds.toSorted()) {
    try {
      await addMember(ctx, { projectId, userId: user.id, role: user.role });
      joined.push(projectId);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
  return joined;
}

/**
 * Creates the account that an invitation offers, with the rights of the inviting user, and ends the
 * invitation. Opens no session. VALIDATION_ERROR for an invalid token, or for a refused password, which
 * leaves the link valid; CONFLICT if the address already has an account.
 */
export async function acceptInvitation(
  ctx: SystemContext & { passwords: Passwords },
  { token, name, password, language }: InvitationAcceptance,
): Promise<User> {
  const found = await ctx.em.findOne(Invitation, livingWith(ctx, token));
  if (found === null) throw wrongToken();
  const inviter = await holdUser(ctx, found.invitedBy.id);
  const invitation = await findLocked(ctx.em, Invitation, { id: found.id });
  // The second of two simultaneous uses waits for the lock, and then finds the link used.
  if (invitation === null || (await ctx.em.count(Invitation, livingWith(ctx, token))) === 0)
    throw wrongToken();
  const acting = { ...ctx, actor: { ...actorOf(inviter), via: `invitation:${invitation.id}` } };
  const user = await createUser(acting, {
    email: invitation.email,
    role: invitation.role,
    // Someone who left or was demoted stays the manager of their reports, and must not keep these from joining.
    knownManager: invitation.manager ?? null,
    name,
    password,
    // Without one, the console follows each browser.
    ...(language === "en" ? {} : { language }),
  });
  const joined = await join(acting, user, invitation.projectIds);
  recordEvent(acting, "invitation.accepted", {
    subject: invitation,
    data: {
      ...invitationReference(invitation),
      user: { id: user.id, email: user.email, name: user.name, role: user.role },
      joined,
    },
  });
  ctx.em.assign(invitation, { acceptedAt: ctx.clock.now(), user, hash: null });
  return user;
}
