import { FORGOT_PATH } from "../../domain/identity/password-reset.rules.ts";
import { securityChangeOf, type SecurityChange } from "../../domain/identity/security-change.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { textsFor } from "../../domain/texts/texts-in.ts";
import { User } from "../../domain/users/user.entity.ts";
import { mailAboutEvent, type MailResult } from "../mail-about-event.ts";
import type { MailingDeps } from "../mailing-deps.ts";

function mailOf({ mails }: Texts, { email, sentence }: SecurityChange, at: Date, publicUrl: string): Mail {
  const link = `${publicUrl}${FORGOT_PATH}`;
  return {
    to: email,
    ...mails.securityChange({ sentence: sentence(mails.securityChanges), email, at, link }),
  };
}

/** Mails users about changes of their sign-in. */
export function createSecurityChangeActivities(deps: MailingDeps) {
  return {
    mailSecurityChange: (eventId: string): Promise<MailResult> =>
      mailAboutEvent(deps, { eventId, subject: "a changed sign-in" }, async ({ em }, event) => {
        const change = securityChangeOf(event);
        if (change === null) return null;
        const user = await em.findOne(User, { id: change.userId });
        return mailOf(textsFor(user?.preferences ?? {}), change, event.occurredAt, deps.publicUrl);
      }),
  };
}
