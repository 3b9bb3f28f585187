import { loadDeliveries, type DueDelivery } from "../../domain/webhooks/load-deliveries.ts";
import { recordAttempts } from "../../domain/webhooks/record-attempts.ts";
import type { WebhookDeps } from "./webhook-deps.ts";
import { batched } from "./batched.ts";
import type { Tried } from "./try-delivery.ts";

const BATCHES_AT_ONCE = 50;

/**
 * Reads and writes deliveries. Batches for many endpoints do so at the same time; combined, that is one
 * statement instead of many.
 */
export function createDeliveryRows({ orm, clock }: Pick<WebhookDeps, "orm" | "clock">) {
  return {
    load: batched(async (asked: readonly (readonly string[])[]): Promise<DueDelivery[][]> => {
      const found = await loadDeliveries(orm.em.fork(), asked.flat(), clock.now());
      const byId = new Map(found.map((delivery) => [delivery.id, delivery]));
      return asked.map((ids) => ids.flatMap((id) => byId.get(id) ?? []));
    }, BATCHES_AT_ONCE),
    write: batched(async (batches: readonly (readonly Tried[])[]): Promise<true[]> => {
      await recordAttempts(
        orm.em.fork(),
        batches.flat().map(({ record }) => record),
      );
      return batches.map(() => true);
    }, BATCHES_AT_ONCE),
  };
}
