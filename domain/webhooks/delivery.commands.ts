import type { CommandContext } from "../context.ts";
import { Event } from "../events/event.entity.ts";
import { recordEvent } from "../events/record-event.ts";
import { addRequested, requestDelivery } from "./delivery-states.ts";
import { readReceiver } from "./find-receiver.ts";
import { notifyBoth } from "./webhook-channels.ts";
import { webhookReference } from "./webhook.commands.ts";
import type { Webhook, WebhookDelivery } from "./webhook.entity.ts";

const WAKE = `select ${notifyBoth}`;

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
