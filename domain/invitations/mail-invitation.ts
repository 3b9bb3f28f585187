import { findLocked } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { statusOf, type MailState } from "./invitation.rules.ts";
import { issueToken } from "./invitation.commands.ts";
import { Invitation } from "./invitation.entity.ts";

/** One sending of an invitation. */
export interface SentInvitation {
  invitationId: string;
  sends: number;
}

/** The content of the e-mail. */
export interface InvitationMail {
  email: string;
  token: string;
  invitedBy: string;
  /** The inviting user's language: that of the invited person is unknown. */
  language: string | undefined;
}

/**
 * The invitation while this sending is current; null once it was accepted, revoked, expired, sent again or
 * handed over.
 */
async function lockSending(ctx: SystemContext, { invitationId, sends }: SentInvitation) {
  const invitation = await findLocked(ctx.em, Invitation, { id: invitationId });
  if (invitation === null || invitation.sends !== sends || invitation.mail === "handed_over") return null;
  return statusOf(invitation, ctx.clock.now()) === "pending" ? invitation : null;
}

/** A new link to mail; null if there is nothing to mail. If a step is repeated, only the last e-mail is valid. */
export async function prepareMail(
  ctx: SystemContext,
  sending: SentInvitation,
): Promise<InvitationMail | null> {
  const invitation = await lockSending(ctx, sending);
  if (invitation === null) return null;
  const token = issueToken(invitation);
  await ctx.em.populate(invitation, ["invitedBy"]);
  const { name: invitedBy, preferences } = invitation.invitedBy;
  return { email: invitation.email, token, invitedBy, language: preferences.language };
}

/** Records the result, unless the invitation was sent again or handed over in the meantime. */
export async function recordMail(
  ctx: SystemContext,
  sending: SentInvitation,
  mail: Extract<MailState, "sent" | "not_configured">,
): Promise<void> {
  const invitation = await lockSending(ctx, sending);
  if (invitation === null) return;
  ctx.em.assign(invitation, { mail, mailedAt: mail === "sent" ? ctx.clock.now() : null });
}
