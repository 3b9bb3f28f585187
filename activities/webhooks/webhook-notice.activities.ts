import type { EventData } from "../../domain/events/event-kinds.ts";
import { isMuted } from "../../domain/events/notice.rules.ts";
import { textsFor } from "../../domain/texts/texts-in.ts";
import { User } from "../../domain/users/user.entity.ts";
import { FAILING_DAYS } from "../../domain/webhooks/webhook.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import { mailAboutEvent, type MailResult } from "../mail-about-event.ts";
import type { MailingDeps } from "../mailing-deps.ts";

type Disabled = EventData<"webhook.disabled">;

function mailOf(owner: User, { webhook: { id, url }, reason }: Disabled, at: Date, publicUrl: string): Mail {
  const page = `${publicUrl}/settings/webhooks/${id}`;
  const { mails } = textsFor(owner.preferences);
  return { to: owner.email, ...mails.webhookDisabled({ url, page, at, reason, failingDays: FAILING_DAYS }) };
}

/** Mails owners of webhooks that the service turned off, unless they have muted the topic of that event. */
export function createWebhookNoticeActivities(deps: MailingDeps) {
  const { publicUrl } = deps;
  return {
    mailWebhookDisabled: (eventId: string): Promise<MailResult> =>
      mailAboutEvent(deps, { eventId, subject: "a webhook that was turned off" }, async ({ em }, event) => {
        const { ownerId: id, data, occurredAt } = event;
        const owner = id === null ? null : await em.findOne(User, { id, active: true });
        if (owner === null || isMuted(owner.preferences, "critical")) return null;
        return mailOf(owner, data as Disabled, occurredAt, publicUrl);
      }),
  };
}
