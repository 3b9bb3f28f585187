import type { SystemContext } from "../domain/context.ts";
import { Event } from "../domain/events/event.entity.ts";
import type { Mail } from "../integrations/mail/mailer.ts";
import type { MailingDeps } from "./mailing-deps.ts";
import { runAsSystem } from "./run-as-system.ts";

/** `not configured` if this installation sends no mail. */
export type MailResult = "sent" | "not configured" | "nothing to report";

/**
 * Mails what `write` makes of an event; nothing if it makes none. When repeated, it mails again: better twice
 * than never. `subject` completes the log line of an installation that sends no mail.
 */
export async function mailAboutEvent(
  deps: MailingDeps,
  { eventId, subject }: { eventId: string; subject: string },
  write: (ctx: SystemContext, event: Event) => Promise<Mail | null>,
): Promise<MailResult> {
  const { logger, mailer } = deps;
  if (mailer === null) {
    logger.info({ eventId }, `no mail was sent about ${subject}: SMTP_URL is not set`);
    return "not configured";
  }
  const mail = await runAsSystem(deps, async (ctx) => {
    const event = await ctx.em.findOne(Event, { id: eventId });
    return event === null ? null : write(ctx, event);
  });
  if (mail === null) return "nothing to report";
  await mailer.send({ id: eventId, ...mail });
  return "sent";
}
