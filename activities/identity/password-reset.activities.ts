import {
  dropReset,
  issueMailedReset,
  type IssuedReset,
  type NoMailReason,
} from "../../domain/identity/password-reset.commands.ts";
import { RESET_MINUTES, resetUrl } from "../../domain/identity/password-reset.rules.ts";
import { textsFor } from "../../domain/texts/texts-in.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { MailingDeps } from "../mailing-deps.ts";
import { runAsSystem } from "../run-as-system.ts";

function mailOf({ email, token, language }: IssuedReset, publicUrl: string): Mail {
  const link = resetUrl(publicUrl, token);
  const { mails } = textsFor({ language });
  return { to: email, ...mails.passwordReset({ email, link, minutes: RESET_MINUTES }) };
}

/** `not configured` if this installation sends no mail. */
async function mailReset(
  deps: MailingDeps,
  requestId: string,
): Promise<"sent" | "not configured" | NoMailReason> {
  const { logger, mailer, publicUrl } = deps;
  if (mailer === null) {
    await runAsSystem(deps, (ctx) => dropReset(ctx, requestId));
    logger.warn({ requestId }, "no mail was sent for a password reset: SMTP_URL is not set");
    return "not configured";
  }
  const issued = await runAsSystem(deps, (ctx) => issueMailedReset(ctx, requestId));
  if (typeof issued === "string") return issued;
  await mailer.send(mailOf(issued, publicUrl));
  return "sent";
}

/**
 * Mails a password reset link. When repeated, it creates a new token, and the previous one becomes invalid.
 */
export const createPasswordResetActivities = (deps: MailingDeps) => ({
  mailPasswordReset: (requestId: string) => mailReset(deps, requestId),
});
