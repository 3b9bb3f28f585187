import { heardProjects } from "../../domain/webhooks/heard-projects.ts";
import type { DueDelivery } from "../../domain/webhooks/load-deliveries.ts";
import { hearerOf } from "../../domain/webhooks/webhook-credential.ts";
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
  const older = deliveries.filter((delivery) => !isFresh(delivery)).map(({ told: receivable }) => receivable);
  if (older.length === 0) return [...deliveries];
  const actor = hearerOf(one.owner, one.webhook.rights);
  const heard = await heardProjects(orm.em.fork(), [{ actor, events: older }]);
  return deliveries.filter(
    (delivery) => isFresh(delivery) || heard(actor, delivery.told, delivery.webhook.projectIds),
  );
}
