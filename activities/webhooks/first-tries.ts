import type { AttemptResult } from "../../domain/webhooks/attempt.rules.ts";
import { readDeliveries, type DueDelivery } from "../../domain/webhooks/read-deliveries.ts";
import { cancelDeliveries } from "../../domain/webhooks/delivery-states.ts";
import type { UnfinishedDelivery, WebhookDeps } from "./webhook-deps.ts";
import type { createEndpointSlots } from "./endpoint-slots.ts";
import { createSettleTries } from "./settle-tries.ts";
import { stillReceivable } from "./still-receivable.ts";
import { tryDelivery, type FirstTry } from "./try-delivery.ts";

export const DEFER_MS = 2_000;

/** Deliveries without a slot, or with an open breaker, are tried again after about this long. */
export const deferMs = (random: () => number): number => DEFER_MS * (1 + random());

const unfinished = ({ id }: DueDelivery, attempts: number, waitMs: number): UnfinishedDelivery => ({
  deliveryId: id,
  waitMs: Math.max(0, Math.round(waitMs)),
  attempt: attempts + 1,
});

interface Tools extends WebhookDeps {
  inSlot: ReturnType<typeof createEndpointSlots>;
}

/** The deliveries that this claim still has: after a pause of the process, others may have claimed them. */
export async function readClaimed(
  { orm, clock }: Pick<WebhookDeps, "orm" | "clock">,
  ids: readonly string[],
  leasedUntil: Date,
): Promise<DueDelivery[]> {
  const due = await readDeliveries(orm.em.fork(), ids, clock.now());
  return due.filter((one) => one.status === "sending" && one.leasedUntilMs === leasedUntil.getTime());
}

/** Sends first attempts; `start` starts the workflow of each that failed. */
export function createFirstTries(tools: Tools, start: (one: FirstTry) => Promise<void>) {
  const { orm, clock, random, inSlot } = tools;
  const settle = createSettleTries(tools, start);

  function retryOf(delivery: DueDelivery, tried: AttemptResult | null): UnfinishedDelivery | null {
    if (tried === null) return unfinished(delivery, delivery.attempts, deferMs(random));
    return tried.waitMs === null ? null : unfinished(delivery, tried.record.number, tried.waitMs);
  }

  async function tryOne(delivery: DueDelivery): Promise<UnfinishedDelivery[]> {
    const isOurs = (): boolean => clock.now().getTime() < delivery.leasedUntilMs!;
    const tried = await inSlot(delivery.webhook.id, async () =>
      isOurs() ? tryDelivery(tools, tools.first, delivery) : "too late",
    );
    // Another claim has it in the meantime.
    if (tried === "too late") return [];
    const one = { delivery, tried, retry: retryOf(delivery, tried) };
    await settle(one);
    return one.retry === null ? [] : [one.retry];
  }

  /** For claimed deliveries to one webhook; returns those that need another attempt. */
  return async (due: readonly DueDelivery[]): Promise<UnfinishedDelivery[]> => {
    const receivable = await stillReceivable(tools, due);
    const isReceivable = new Set(receivable);
    const lost = due.filter((delivery) => !isReceivable.has(delivery)).map(({ id }) => id);
    if (lost.length > 0) await cancelDeliveries(orm.em.fork(), lost);
    return (await Promise.all(receivable.map(tryOne))).flat();
  };
}
