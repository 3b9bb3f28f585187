import type { Claim } from "../../domain/webhooks/claim-deliveries.ts";
import { handOver, putBackDeliveries, type ClaimedDelivery } from "../../domain/webhooks/delivery-states.ts";
import type { WebhookDeps } from "./webhook-deps.ts";

/** A few at a time: failing endpoints need many workflows, which must not keep Temporal from others. */
const AT_ONCE = 8;
/** Starts that Temporal did not accept are repeated after this long. */
const AGAIN_MS = 5_000;

/** Starts the workflows of claimed deliveries to unhealthy endpoints. */
export function createSendAlone(
  { orm, clock, startOwn }: Pick<WebhookDeps, "orm" | "clock" | "startOwn">,
  settle: (count: number) => void,
) {
  async function startSome(some: readonly ClaimedDelivery[], leasedUntil: Date): Promise<void> {
    const started = await Promise.allSettled(
      some.map(({ id, ...rest }) => startOwn({ ...rest, deliveryId: id, waitMs: 0, attempt: 1 })),
    );
    const idsOf = (status: "fulfilled" | "rejected"): string[] =>
      some.filter((_, at) => started[at]!.status === status).map(({ id }) => id);
    const now = clock.now();
    await handOver(orm.em.fork(), idsOf("fulfilled"), now);
    const until = new Date(now.getTime() + AGAIN_MS);
    await putBackDeliveries(orm.em.fork(), idsOf("rejected"), { leasedUntil, until });
    settle(some.length);
    const failed = started.find((one) => one.status === "rejected");
    if (failed !== undefined) throw failed.reason;
  }

  return async ({ deliveries, leasedUntil }: Pick<Claim, "deliveries" | "leasedUntil">): Promise<void> => {
    const alone = deliveries.filter((delivery) => delivery.alone);
    for (let from = 0; from < alone.length; from += AT_ONCE)
      await startSome(alone.slice(from, from + AT_ONCE), leasedUntil);
  };
}
