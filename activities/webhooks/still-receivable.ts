import { receivableEvents } from "../../domain/webhooks/receivable-events.ts";
import type { DueDelivery } from "../../domain/webhooks/read-deliveries.ts";
import { receiverOf } from "../../domain/webhooks/webhook-credential.ts";
import type { WebhookDeps } from "./webhook-deps.ts";

/** The relay has just checked the owner's access: more recent deliveries need no second check. */
const FRESH_MS = 5_000;

/** Those of some deliveries to one webhook that its owner may still receive. */
export async function stillReceivable(
  { orm, clock }: Pick<WebhookDeps, "orm" | "clock">,
  deliveries: readonly DueDelivery[],
): Promise<DueDelivery[]> {
  const [one] = deliveries;
  if (one === undefined || !one.webhook.active || one.webhook.isOver || !one.owner.active) return [];
  const fresh = clock.now().getTime() - FRESH_MS;
  const isFresh = ({ event, createdAtMs, attempts }: DueDelivery): boolean =>
    event.kind === "ping" || (attempts === 0 && createdAtMs > fresh);
  const older = deliveries
    .filter((delivery) => !isFresh(delivery))
    .map(({ audience: receivable }) => receivable);
  if (older.length === 0) return [...deliveries];
  const actor = receiverOf(one.owner, one.webhook.rights);
  const mayReceive = await receivableEvents(orm.em.fork(), [{ actor, events: older }]);
  return deliveries.filter(
    (delivery) => isFresh(delivery) || mayReceive(actor, delivery.audience, delivery.webhook.projectIds),
  );
}
