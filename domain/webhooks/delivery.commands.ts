import { conflict, invalid } from "../../platform/errors.ts";
import type { Actor } from "../actor.ts";
import type { CommandContext } from "../context.ts";
import { Event } from "../events/event.entity.ts";
import { recordEvent } from "../events/record-event.ts";
import { addRequested, FAILED, recoverFailed, requestDelivery } from "./delivery-states.ts";
import { receivableEvents } from "./receivable-events.ts";
import { findReceiver } from "./find-receiver.ts";
import { notifyBoth } from "./webhook-channels.ts";
import { webhookReference } from "./webhook.commands.ts";
import type { Webhook, WebhookDelivery } from "./webhook.entity.ts";
import { DELIVERIES_KEPT_DAYS, earliestRecovery, takesKind } from "./webhook.rules.ts";
import { lastOf } from "../last-of.rules.ts";

/** Maximum events of one recovery; continue with a later `since`. */
const RECOVER_MAX = 10_000;
const BATCH = 1_000;
const WAKE = `select ${notifyBoth}`;

/** The owner on whose behalf events are sent, independent of the caller. */
async function readReceiver(ctx: CommandContext, webhook: Webhook): Promise<Actor> {
  if (!webhook.active)
    throw conflict("The webhook is off: turn it on first (active: true)", { reason: "webhook_inactive" });
  const receiver = await findReceiver(ctx, webhook.id);
  if (receiver !== null) return receiver;
  throw conflict(
    "The API key or application that created the webhook is no longer valid, so the webhook has ended",
  );
}

/** Sends a `ping` to this webhook only, at once, even if its breaker is open. */
export async function testWebhook(ctx: CommandContext, webhook: Webhook): Promise<WebhookDelivery> {
  await readReceiver(ctx, webhook);
  const data = { webhook: webhookReference(webhook) };
  const eventId = recordEvent(ctx, "ping", { subject: webhook, data });
  const event = ctx.em.getReference(Event, eventId);
  const delivery = addRequested(ctx.em, { webhook, event, kind: "ping" }, ctx.clock.now());
  return delivery;
}

/** Sends a delivery again at once, whatever its state. */
export async function redeliver(
  ctx: CommandContext,
  { webhook, deliveryId }: { webhook: Webhook; deliveryId: string },
): Promise<void> {
  await readReceiver(ctx, webhook);
  await requestDelivery(ctx.em, { webhook, deliveryId });
  await ctx.em.execute(WAKE);
}

type Candidate = { id: string; kind: string; projectId: string | null; ownerId: string | null };

interface Span {
  since: Date;
  until: Date;
}

/** The next events in a period that the webhook did not get. */
async function missed(
  ctx: CommandContext,
  webhook: Webhook,
  { since, until }: Span,
  after: string,
): Promise<Candidate[]> {
  return ctx.em.execute<Candidate[]>(
    `select e.id, e.kind, e.project_id as "projectId", e.owner_id as "ownerId" from events e
       left join webhook_deliveries d on d.event_id = e.id and d.webhook_id = ?
     where e.occurred_at between ? and ? and e.id > ? and e.published_at is not null and e.kind <> 'ping'
       and (d.id is null or d.${FAILED})
     order by e.id limit ?`,
    [webhook.id, since, until, after, BATCH],
  );
}

/** For older events it is unknown whether they were delivered: all of them would be sent again. */
function requireKnown({ clock }: CommandContext, { since, until }: Span): void {
  if (since > until) throw invalid({ field: "since", error: "must not be later than until" });
  const earliest = earliestRecovery(clock.now());
  if (since < earliest)
    throw invalid({
      field: "since",
      error: `must not be before ${earliest.toISOString()}: deliveries are kept for ${DELIVERIES_KEPT_DAYS} days`,
      reason: "delivery_log_ended",
      values: { days: DELIVERIES_KEPT_DAYS },
    });
}

/**
 * Sends failed deliveries again, and events from while the webhook was turned off or subscribed to other
 * kinds, in a period. Returns the number of deliveries, at most `RECOVER_MAX`.
 */
export async function recoverDeliveries(
  ctx: CommandContext,
  { webhook, since, until = ctx.clock.now() }: { webhook: Webhook; since: Date; until?: Date | undefined },
): Promise<number> {
  requireKnown(ctx, { since, until });
  const receiver = await readReceiver(ctx, webhook);
  const span = { since: since > webhook.createdAt ? since : webhook.createdAt, until };
  let recovered = 0;
  for (let after = "00000000-0000-0000-0000-000000000000"; recovered < RECOVER_MAX;) {
    const batch = await missed(ctx, webhook, span, after);
    if (batch.length === 0) break;
    after = lastOf(batch).id;
    const wanted = batch.filter(({ kind }) => takesKind(webhook.events, kind));
    const mayReceive = await receivableEvents(ctx.em, [{ actor: receiver, events: wanted }]);
    const deliveries = wanted
      .filter((event) => mayReceive(receiver, event, webhook.projectIds ?? null))
      .slice(0, RECOVER_MAX - recovered)
      .map(({ id, kind }) => ({ webhookId: webhook.id, eventId: id, kind }));
    recovered += await recoverFailed(ctx.em, deliveries, ctx.clock.now());
  }
  await ctx.em.execute(WAKE);
  return recovered;
}
