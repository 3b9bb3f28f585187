import { FORGOT_PATH } from "../../domain/identity/password-reset.rules.ts";
import { securityChangeOf, type SecurityChange } from "../../domain/identity/security-change.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import { minuteOf } from "../../platform/minute-of.ts";
import { mailAboutEvent, type MailResult } from "../mail-about-event.ts";
import type { MailingDeps } from "../mailing-deps.ts";

const mailOf = ({ email, sentence }: SecurityChange, occurredAt: Date, publicUrl: string): Mail => ({
  to: email,
  subject: "Your sign-in changed",
  text: `${sentence}

Account: ${email}
When: ${minuteOf(occurredAt)}

If you expected this, do nothing. If not, set a new password at once and contact your administrator:
${publicUrl}${FORGOT_PATH}
`,
});

/** Mails users about changes of their sign-in. */
export function createSecurityChangeActivities(deps: MailingDeps) {
  return {
    mailSecurityChange: (eventId: string): Promise<MailResult> =>
      mailAboutEvent(deps, { eventId, subject: "a changed sign-in" }, async (_ctx, event) => {
        const change = securityChangeOf(event);
        return change === null ? null : mailOf(change, event.occurredAt, deps.publicUrl);
      }),
  };
}
