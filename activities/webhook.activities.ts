import { actorOfOwner } from "../domain/webhooks/actor-of-owner.ts";
import { heardProjects } from "../domain/webhooks/heard-projects.ts";
import { loadDeliveries, type DueDelivery } from "../domain/webhooks/load-deliveries.ts";
import { cancelDelivery, recordAttempts, takeProbe } from "../domain/webhooks/record-attempts.ts";
import { createEndpointSlots } from "./webhooks/endpoint-slots.ts";
import { noteHealth } from "./webhooks/note-health.ts";
import { tryDelivery } from "./webhooks/try-delivery.ts";
import type { WebhookDeps } from "./webhook-deps.ts";

/** A delivery that needs a workflow of its own: until when it waits. */
export interface Unfinished {
  deliveryId: string;
  waitMs: number;
}

/** What became of one turn of a delivery's own workflow. */
export type DeliveryStep =
  | { outcome: "delivered" | "dead" | "cancelled" }
  | { outcome: "failed" | "deferred"; attempts: number; waitMs: number };

/** For whom there was no turn, or whose endpoint is left in peace: looked at again after about as long. */
const DEFER_MS = 2_000;
/** Longer than a try takes: meanwhile no second one looks whether the endpoint has come back. */
const PROBE_MS = 20_000;

/** Whoever owns the webhook may still be told. */
async function mayBeTold(
  { orm }: WebhookDeps,
  { owner, told, webhook, event }: DueDelivery,
): Promise<boolean> {
  if (!webhook.active || !owner.active) return false;
  if (event.kind === "ping") return true;
  const heard = await heardProjects(orm.em.fork(), actorOfOwner(owner), [told]);
  return heard(told, webhook.projectIds);
}

/** How long the breaker keeps this try back; 0 when it may go. Somebody who asks for it now gets it. */
async function heldBackMs(deps: WebhookDeps, { webhook }: DueDelivery, asked: boolean): Promise<number> {
  if (asked || webhook.blockedUntilMs === null) return 0;
  const now = deps.clock.now();
  const left = webhook.blockedUntilMs - now.getTime();
  if (left > 0) return left + deps.random() * DEFER_MS;
  const em = deps.orm.em.fork();
  const isProbe = await takeProbe(em, { webhookId: webhook.id, now, untilMs: PROBE_MS });
  return isProbe ? 0 : DEFER_MS * (1 + deps.random());
}

/** Telling webhooks. A try whose record was lost is made again: receivers know it by its `webhook-id`. */
export function createWebhookActivities(deps: WebhookDeps) {
  const inSlot = createEndpointSlots();
  const { orm, clock, random } = deps;

  return {
    /** First tries at one endpoint; answers those that did not end with it. */
    async tryFirst(deliveryIds: readonly string[]): Promise<Unfinished[]> {
      const loaded = await loadDeliveries(orm.em.fork(), deliveryIds, clock.now());
      // What is no longer in hand was sent by somebody who took it over.
      const due = loaded.filter(({ status }) => status === "sending");
      const [one] = due;
      if (one === undefined) return [];
      const results = await Promise.all(
        due.map(async (delivery) => ({
          delivery,
          tried: await inSlot(one.webhook.id, () => tryDelivery(deps, deps.first, delivery)),
        })),
      );
      const tried = results.flatMap((result) => result.tried ?? []);
      if (tried.length > 0) {
        await recordAttempts(
          orm.em.fork(),
          tried.map(({ record }) => record),
        );
        await noteHealth(deps, one.webhook, tried);
      }
      return results.flatMap(({ delivery, tried: result }) => {
        const waitMs = result === null ? DEFER_MS * (1 + random()) : result.waitMs;
        return waitMs === null ? [] : [{ deliveryId: delivery.id, waitMs: Math.round(waitMs) }];
      });
    },

    /** One turn of a delivery on its own. `asked`: somebody wants it sent now, whatever is known of the endpoint. */
    async tryDelivery(deliveryId: string, asked: boolean): Promise<DeliveryStep> {
      const [delivery] = await loadDeliveries(orm.em.fork(), [deliveryId], clock.now());
      if (delivery === undefined) return { outcome: "cancelled" };
      if (delivery.status === "delivered") return { outcome: "delivered" };
      if (!(await mayBeTold(deps, delivery))) {
        await cancelDelivery(orm.em.fork(), deliveryId);
        return { outcome: "cancelled" };
      }
      const { attempts } = delivery;
      const deferred = (waitMs: number) =>
        ({ outcome: "deferred", attempts, waitMs: Math.round(waitMs) }) as const;
      const heldBack = await heldBackMs(deps, delivery, asked);
      if (heldBack > 0) return deferred(heldBack);
      const tried = await inSlot(delivery.webhook.id, () => tryDelivery(deps, deps.later, delivery));
      if (tried === null) return deferred(DEFER_MS * (1 + random()));
      await recordAttempts(orm.em.fork(), [tried.record]);
      await noteHealth(deps, delivery.webhook, [tried]);
      if (tried.outcome === "delivered") return { outcome: "delivered" };
      if (tried.waitMs === null) return { outcome: "dead" };
      return { outcome: "failed", attempts: attempts + 1, waitMs: tried.waitMs };
    },
  };
}
