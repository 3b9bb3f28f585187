import { Event } from "../../domain/events/event.entity.ts";
import { FORGOT_PATH } from "../../domain/identity/password-reset.rules.ts";
import { securityChangeOf, type SecurityChange } from "../../domain/identity/security-change.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { MailingDeps } from "../mailing-deps.ts";
import { runAsSystem } from "../run-as-system.ts";

/** To the minute; seconds would not help users remember. */
const timeOf = (moment: Date): string => `${moment.toISOString().slice(0, 16).replace("T", " ")} UTC`;

const mailOf = ({ email, sentence }: SecurityChange, occurredAt: Date, publicUrl: string): Mail => ({
  to: email,
  subject: "Your sign-in changed",
  text: `${sentence}

Account: ${email}
When: ${timeOf(occurredAt)}

If you expected this, do nothing. If not, set a new password at once and contact your administrator:
${publicUrl}${FORGOT_PATH}
`,
});

/** Mails users about changes of their sign-in. When repeated, it mails again: better twice than never. */
export function createSecurityChangeActivities(deps: MailingDeps) {
  const { logger, mailer, publicUrl } = deps;
  return {
    /** The result; `not configured` if this installation sends no mail. */
    async mailSecurityChange(eventId: string): Promise<"sent" | "not configured" | "nothing to report"> {
      if (mailer === null) {
        logger.info({ eventId }, "no mail was sent about a changed sign-in: SMTP_URL is not set");
        return "not configured";
      }
      const event = await runAsSystem(deps, ({ em }) => em.findOne(Event, { id: eventId }));
      const change = event === null ? null : securityChangeOf(event);
      if (event === null || change === null) return "nothing to report";
      await mailer.send(mailOf(change, event.occurredAt, publicUrl));
      return "sent";
    },
  };
}
