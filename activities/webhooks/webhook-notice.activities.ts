import type { EventData } from "../../domain/events/event-kinds.ts";
import { Event } from "../../domain/events/event.entity.ts";
import { User } from "../../domain/users/user.entity.ts";
import { FAILING_DAYS } from "../../domain/webhooks/webhook.rules.ts";
import type { Mail } from "../../integrations/mail/mailer.ts";
import type { MailingDeps } from "../mailing-deps.ts";
import { runAsSystem } from "../run-as-system.ts";

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
When: ${at.toISOString().slice(0, 16).replace("T", " ")} UTC

${WHAT_THEN[reason]} (PUT ${publicUrl}/api/v1/webhooks/${webhook.id} with "active": true) and request the
events it missed (POST ${publicUrl}/api/v1/webhooks/${webhook.id}/recover with "since").
`,
});

/**
 * Mails owners of webhooks that the service turned off. When repeated, it mails again: better twice than
 * never.
 */
export function createWebhookNoticeActivities(deps: MailingDeps) {
  const { logger, mailer, publicUrl } = deps;
  return {
    /** The result; `not configured` if this installation sends no mail. */
    async mailWebhookDisabled(eventId: string): Promise<"sent" | "not configured" | "nothing to report"> {
      if (mailer === null) {
        logger.info({ eventId }, "no mail was sent about a webhook that was turned off: SMTP_URL is not set");
        return "not configured";
      }
      const { event, owner } = await runAsSystem(deps, async ({ em }) => {
        const found = await em.findOne(Event, { id: eventId });
        const id = found?.ownerId ?? null;
        return { event: found, owner: id === null ? null : await em.findOne(User, { id, active: true }) };
      });
      if (event === null || owner === null) return "nothing to report";
      await mailer.send(mailOf(owner.email, event.data as Disabled, event.occurredAt, publicUrl));
      return "sent";
    },
  };
}
