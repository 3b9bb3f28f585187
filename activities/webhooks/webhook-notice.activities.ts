import type { EventData } from "../../domain/events/event-kinds.ts";
import { User } from "../../domain/users/user.entity.ts";
import { FAILING_DAYS } from "../../domain/webhooks/webhook.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import { minuteOf } from "../../platform/minute-of.ts";
import { mailAboutEvent, type MailResult } from "../mail-about-event.ts";
import type { MailingDeps } from "../mailing-deps.ts";

type Disabled = EventData<"webhook.disabled">;

const WHY: Record<Disabled["reason"], string> = {
  gone: "It answered 410 (Gone): the endpoint no longer exists.",
  failing: `Every delivery failed for ${FAILING_DAYS} days.`,
  credential_ended: "The API key or application that created it is no longer valid.",
};

const WHAT_THEN: Record<Disabled["reason"], string> = {
  gone: "Once it works again, turn it on",
  failing: "Once it works again, turn it on",
  credential_ended: "To receive events with your own rights, sign in and turn it on",
};

const mailOf = (email: string, { webhook, reason }: Disabled, at: Date, publicUrl: string): Mail => ({
  to: email,
  subject: "A webhook was turned off",
  text: `${WHY[reason]} It no longer receives events.

Address: ${webhook.url}
When: ${minuteOf(at)}

${WHAT_THEN[reason]} (PUT ${publicUrl}/api/v1/webhooks/${webhook.id} with "active": true) and request the
events it missed (POST ${publicUrl}/api/v1/webhooks/${webhook.id}/recover with "since").
`,
});

/** Mails owners of webhooks that the service turned off. */
export function createWebhookNoticeActivities(deps: MailingDeps) {
  const { publicUrl } = deps;
  return {
    mailWebhookDisabled: (eventId: string): Promise<MailResult> =>
      mailAboutEvent(deps, { eventId, subject: "a webhook that was turned off" }, async ({ em }, event) => {
        const { ownerId: id, data, occurredAt } = event;
        const owner = id === null ? null : await em.findOne(User, { id, active: true });
        return owner === null ? null : mailOf(owner.email, data as Disabled, occurredAt, publicUrl);
      }),
  };
}
