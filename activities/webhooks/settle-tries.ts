import { withoutWorkflow, type AttemptResult } from "../../domain/webhooks/attempt.rules.ts";
import { handOver, putBackDeliveries, recordAttempts } from "../../domain/webhooks/delivery-states.ts";
import type { DueDelivery } from "../../domain/webhooks/read-deliveries.ts";
import type { WebhookDeps } from "./webhook-deps.ts";
import { batched } from "./batched.ts";
import { createHealth } from "./record-health.ts";
import type { FirstTry } from "./try-delivery.ts";

const ROWS_AT_ONCE = 250;
/** Workflows started together: failing endpoints need many, which must not keep Temporal from others. */
const STARTS_AT_ONCE = 16;
/** Deliveries that lack the workflow they need are processed again after this long. */
const AGAIN_MS = 5_000;

type Start = (one: FirstTry) => Promise<void>;

const idsOf = (deliveries: readonly DueDelivery[]): string[] => deliveries.map(({ id }) => id);

const recordOf = ({ tried }: FirstTry, isStarted: boolean): AttemptResult["record"][] =>
  tried === null ? [] : [isStarted ? tried.record : withoutWorkflow(tried.record)];

/**
 * Records the results of first attempts to many endpoints in one statement. A delivery that must be retried
 * gets its workflow before its row changes: if anything fails in between, the workflow continues it, or it
 * returns when its lease ends.
 */
export function createSettleTries(deps: WebhookDeps, start: Start) {
  const { orm, clock, logger } = deps;
  const health = createHealth(deps);

  async function isStarted(one: FirstTry): Promise<boolean> {
    try {
      await start(one);
      return true;
    } catch (error) {
      logger.warn({ err: error, deliveryId: one.delivery.id }, "the workflow of a delivery was not started");
      return false;
    }
  }

  /** Deliveries without a slot have no attempt to record. */
  async function keepTurns(results: readonly { one: FirstTry; started: boolean }[]): Promise<void> {
    const turnless = results.filter(({ one }) => one.tried === null);
    const of = (started: boolean): DueDelivery[] =>
      turnless.filter((result) => result.started === started).map(({ one }) => one.delivery);
    const now = clock.now();
    await handOver(orm.em.fork(), idsOf(of(true)), now);
    const until = new Date(now.getTime() + AGAIN_MS);
    // They may come from several claims.
    for (const [leasedUntilMs, some] of Map.groupBy(of(false), (one) => one.leasedUntilMs ?? 0))
      await putBackDeliveries(orm.em.fork(), idsOf(some), { leasedUntil: new Date(leasedUntilMs), until });
  }

  const ending = batched(async (ended: readonly FirstTry[]): Promise<true[]> => {
    await recordAttempts(
      orm.em.fork(),
      ended.flatMap((one) => recordOf(one, true)),
    );
    await health.note(ended);
    return ended.map(() => true);
  }, ROWS_AT_ONCE);

  const retrying = batched(async (some: readonly FirstTry[]): Promise<true[]> => {
    // First, so that nothing more is sent to a failing endpoint.
    await health.note(some);
    const results = await Promise.all(some.map(async (one) => ({ one, started: await isStarted(one) })));
    await recordAttempts(
      orm.em.fork(),
      results.flatMap(({ one, started }) => recordOf(one, started)),
    );
    await keepTurns(results);
    return some.map(() => true);
  }, STARTS_AT_ONCE);

  return (one: FirstTry): Promise<true> => (one.retry === null ? ending(one) : retrying(one));
}
