import { takeProbe } from "../domain/webhooks/endpoint-health.ts";
import type { DueDelivery } from "../domain/webhooks/load-deliveries.ts";
import { cancelDeliveries, handOver } from "../domain/webhooks/record-attempts.ts";
import { createDeliveryRows } from "./webhooks/delivery-rows.ts";
import { createEndpointSlots } from "./webhooks/endpoint-slots.ts";
import { noteHealth } from "./webhooks/note-health.ts";
import { stillTold } from "./webhooks/still-told.ts";
import { tryDelivery } from "./webhooks/try-delivery.ts";
import type { WebhookDeps } from "./webhook-deps.ts";

/** A delivery that needs a workflow of its own: how long it waits, and which attempt comes then. */
export interface Unfinished {
  deliveryId: string;
  waitMs: number;
  attempt: number;
}

/** What became of one turn of a delivery's own workflow. */
export type DeliveryStep =
  | { outcome: "delivered" | "dead" | "cancelled" }
  | { outcome: "failed" | "deferred"; attempts: number; waitMs: number };

/** For whom there was no turn, or whose endpoint is left in peace: looked at again after about as long. */
const DEFER_MS = 2_000;
/** Longer than a try takes: meanwhile no second one looks whether the endpoint has come back. */
const PROBE_MS = 20_000;

interface Turn {
  /** How long the breaker keeps the try back; 0 when it may go. */
  waitMs: number;
  /** It looks whether the endpoint has come back. */
  isProbe: boolean;
}

/** Somebody who asks for a try now gets it, whatever the breaker says. */
async function turnOf(deps: WebhookDeps, { webhook }: DueDelivery, asked: boolean): Promise<Turn> {
  if (asked || webhook.blockedUntilMs === null) return { waitMs: 0, isProbe: false };
  const now = deps.clock.now();
  const left = webhook.blockedUntilMs - now.getTime();
  if (left > 0) return { waitMs: left + deps.random() * DEFER_MS, isProbe: false };
  const em = deps.orm.em.fork();
  const isProbe = await takeProbe(em, { webhookId: webhook.id, now, untilMs: PROBE_MS });
  return { waitMs: isProbe ? 0 : DEFER_MS * (1 + deps.random()), isProbe };
}

const unfinished = ({ id }: DueDelivery, attempts: number, waitMs: number): Unfinished => ({
  deliveryId: id,
  waitMs: Math.max(0, Math.round(waitMs)),
  attempt: attempts + 1,
});

interface Tools extends WebhookDeps {
  inSlot: ReturnType<typeof createEndpointSlots>;
  rows: ReturnType<typeof createDeliveryRows>;
}

const deferMs = ({ random }: Tools): number => DEFER_MS * (1 + random());

/** Tries all of them and answers those that go on. */
async function tryTogether(tools: Tools, due: readonly DueDelivery[]): Promise<Unfinished[]> {
  const { orm, clock, inSlot, rows } = tools;
  const [one] = due;
  if (one === undefined) return [];
  const results = await Promise.all(
    due.map(async (delivery) => {
      const tried = await inSlot(one.webhook.id, () => tryDelivery(tools, tools.first, delivery));
      return { delivery, tried };
    }),
  );
  const tried = results.flatMap((result) => result.tried ?? []);
  if (tried.length > 0) {
    await rows.write(tried);
    await noteHealth(tools, one.webhook, tried);
  }
  const noTurn = results.filter((result) => result.tried === null).map(({ delivery }) => delivery.id);
  await handOver(orm.em.fork(), noTurn, clock.now());
  return results.flatMap(({ delivery, tried: result }) => {
    if (result === null) return unfinished(delivery, delivery.attempts, deferMs(tools));
    return result.waitMs === null ? [] : unfinished(delivery, result.record.number, result.waitMs);
  });
}

async function firstTries(
  tools: Tools,
  deliveryIds: readonly string[],
  leasedUntilMs: number,
): Promise<Unfinished[]> {
  const { orm, clock, rows } = tools;
  const loaded = await rows.load(deliveryIds);
  // Whoever claimed them later has them in hand now.
  const due = loaded.filter((d) => d.status === "sending" && d.leasedUntilMs === leasedUntilMs);
  const told = new Set(await stillTold(tools, due));
  await cancelDeliveries(
    orm.em.fork(),
    due.filter((delivery) => !told.has(delivery)).map(({ id }) => id),
  );
  const now = clock.now().getTime();
  // Tried by an earlier run of this step, whose answer was lost.
  const again = loaded
    .filter(({ status }) => status === "retrying")
    .map((d) => unfinished(d, d.attempts, (d.nextAttemptAtMs ?? now + deferMs(tools)) - now));
  return [...again, ...(await tryTogether(tools, [...told]))];
}

async function oneTurn(tools: Tools, deliveryId: string, asked: boolean): Promise<DeliveryStep> {
  const { orm, inSlot, rows } = tools;
  const [delivery] = await rows.load([deliveryId]);
  if (delivery === undefined) return { outcome: "cancelled" };
  if (delivery.status === "delivered") return { outcome: "delivered" };
  if ((await stillTold(tools, [delivery])).length === 0) {
    await cancelDeliveries(orm.em.fork(), [deliveryId]);
    return { outcome: "cancelled" };
  }
  const { attempts, webhook } = delivery;
  const deferred = (waitMs: number) =>
    ({ outcome: "deferred", attempts, waitMs: Math.round(waitMs) }) as const;
  const { waitMs, isProbe } = await turnOf(tools, delivery, asked);
  if (waitMs > 0) return deferred(waitMs);
  const tried = await inSlot(webhook.id, () => tryDelivery(tools, tools.later, delivery));
  if (tried === null) return deferred(deferMs(tools));
  await rows.write([tried]);
  await noteHealth(tools, webhook, [tried], isProbe);
  if (tried.outcome === "delivered") return { outcome: "delivered" };
  if (tried.waitMs === null) return { outcome: "dead" };
  return { outcome: "failed", attempts: attempts + 1, waitMs: tried.waitMs };
}

/** Telling webhooks. A try whose record was lost is made again: receivers know it by its `webhook-id`. */
export function createWebhookActivities(deps: WebhookDeps) {
  const tools = { ...deps, inSlot: createEndpointSlots(), rows: createDeliveryRows(deps) };
  return {
    /** First tries at one endpoint, of a claim of the relay's; answers those that did not end with it. */
    tryFirst: (deliveryIds: readonly string[], leasedUntilMs: number): Promise<Unfinished[]> =>
      firstTries(tools, deliveryIds, leasedUntilMs),

    /** One turn of a delivery on its own. `asked`: somebody wants it sent now, whatever is known of the endpoint. */
    tryDelivery: (deliveryId: string, asked: boolean): Promise<DeliveryStep> =>
      oneTurn(tools, deliveryId, asked),
  };
}
