import {
  dropReset,
  issueMailedReset,
  type IssuedReset,
  type NoMailReason,
} from "../../domain/identity/password-reset.commands.ts";
import { RESET_MINUTES, resetUrl } from "../../domain/identity/password-reset.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { MailingDeps } from "../mailing-deps.ts";
import { runAsSystem } from "../run-as-system.ts";

const mailOf = ({ email, token }: IssuedReset, publicUrl: string): Mail => ({
  to: email,
  subject: "Set a new password",
  text: `Someone, probably you, requested a new password for ${email}.

Set it here within ${RESET_MINUTES} minutes:
${resetUrl(publicUrl, token)}

If it was not you, ignore this e-mail: your password stays the same.
`,
});

/**
 * Mails a password reset link. When repeated, it creates a new token, and the previous one becomes invalid.
 */
export function createPasswordResetActivities(deps: MailingDeps) {
  const { logger, mailer, publicUrl } = deps;
  return {
    /** The result; `not configured` if this installation sends no mail. */
    async mailPasswordReset(requestId: string): Promise<"sent" | "not configured" | NoMailReason> {
      if (mailer === null) {
        await runAsSystem(deps, (ctx) => dropReset(ctx, requestId));
        logger.warn({ requestId }, "no mail was sent for a password reset: SMTP_URL is not set");
        return "not configured";
      }
      const issued = await runAsSystem(deps, (ctx) => issueMailedReset(ctx, requestId));
      if (typeof issued === "string") return issued;
      await mailer.send(mailOf(issued, publicUrl));
      return "sent";
    },
  };
}
