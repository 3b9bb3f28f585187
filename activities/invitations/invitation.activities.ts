import { INVITATION_DAYS, invitationUrl } from "../../domain/invitations/invitation.rules.ts";
import {
  recordMail,
  prepareMail,
  type InvitationMail,
  type SentInvitation,
} from "../../domain/invitations/mail-invitation.ts";
import { textsFor } from "../../domain/texts/texts-in.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { MailingDeps } from "../mailing-deps.ts";
import { runAsSystem } from "../run-as-system.ts";

function mailOf({ email, token, invitedBy, language }: InvitationMail, publicUrl: string): Mail {
  const link = invitationUrl(publicUrl, token);
  const { mails } = textsFor({ language });
  return { to: email, ...mails.invitation({ email, invitedBy, publicUrl, link, days: INVITATION_DAYS }) };
}

/** `superseded`: the invitation was accepted, revoked, sent again or handed over, or has expired. */
async function mailOne(
  deps: MailingDeps,
  sending: SentInvitation,
): Promise<"sent" | "not configured" | "superseded"> {
  const { logger, mailer, publicUrl } = deps;
  if (mailer === null) {
    await runAsSystem(deps, (ctx) => recordMail(ctx, sending, "not_configured"));
    // The console offers the link instead.
    logger.info({ invitationId: sending.invitationId }, "an invitation was not mailed: SMTP_URL is not set");
    return "not configured";
  }
  const mail = await runAsSystem(deps, (ctx) => prepareMail(ctx, sending));
  if (mail === null) return "superseded";
  await mailer.send(mailOf(mail, publicUrl));
  await runAsSystem(deps, (ctx) => recordMail(ctx, sending, "sent"));
  return "sent";
}

/** Mails invitations. A repetition creates a new link, which invalidates the previous one. */
export const createInvitationActivities = (deps: MailingDeps) => ({
  mailInvitation: (sending: SentInvitation) => mailOne(deps, sending),
});
