import { putBackDeliveries } from "../../domain/webhooks/claim-deliveries.ts";
import type { DueDelivery } from "../../domain/webhooks/load-deliveries.ts";
import { handOver, recordAttempts } from "../../domain/webhooks/record-attempts.ts";
import type { Unfinished, WebhookDeps } from "../webhook-deps.ts";
import { batched } from "./batched.ts";
import { createHealth } from "./note-health.ts";
import type { Tried } from "./try-delivery.ts";

/** What came of a first try; `tried` is null where its endpoint had no turn for it. */
export interface FirstTry {
  delivery: DueDelivery;
  tried: Tried | null;
  goesOn: Unfinished | null;
}

const ROWS_AT_ONCE = 250;
/** Workflows started together: endpoints that do not do well are many, and must not keep Temporal from the others. */
const STARTS_AT_ONCE = 16;
/** What has no workflow although it needs one is looked at again after so long. */
const AGAIN_MS = 5_000;

type Start = (one: FirstTry) => Promise<void>;

/** A failed try whose workflow was not started waits in the table for its next one. */
const recordOf = ({ tried }: FirstTry, isStarted: boolean): Tried["record"][] => {
  if (tried === null) return [];
  const { record } = tried;
  if (isStarted || record.nextAttemptAt === null) return [record];
  return [{ ...record, status: "pending", leasedUntil: record.nextAttemptAt }];
};

/**
 * Keeps what came of first tries, those of many endpoints in one statement. What goes on has its workflow before its row
 * says so: whatever breaks in between, the row is in somebody's hands or comes back when its lease is over.
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

  /** Those that got no turn have no attempt to be recorded. */
  async function keepTurns(results: readonly { one: FirstTry; started: boolean }[]): Promise<void> {
    const turnless = results.filter(({ one }) => one.tried === null);
    const idsOf = (started: boolean): string[] =>
      turnless.filter((result) => result.started === started).map(({ one }) => one.delivery.id);
    const now = clock.now();
    await handOver(orm.em.fork(), idsOf(true), now);
    const leasedUntil = new Date(turnless[0]?.one.delivery.leasedUntilMs ?? 0);
    const until = new Date(now.getTime() + AGAIN_MS);
    await putBackDeliveries(orm.em.fork(), idsOf(false), { leasedUntil, until });
  }

  const ending = batched(async (ended: readonly FirstTry[]): Promise<true[]> => {
    await recordAttempts(
      orm.em.fork(),
      ended.flatMap((one) => recordOf(one, true)),
    );
    await health.note(ended);
    return ended.map(() => true);
  }, ROWS_AT_ONCE);

  const goingOn = batched(async (some: readonly FirstTry[]): Promise<true[]> => {
    // First, so that no more is sent to an endpoint that fails.
    await health.note(some);
    const results = await Promise.all(some.map(async (one) => ({ one, started: await isStarted(one) })));
    await recordAttempts(
      orm.em.fork(),
      results.flatMap(({ one, started }) => recordOf(one, started)),
    );
    await keepTurns(results);
    return some.map(() => true);
  }, STARTS_AT_ONCE);

  return (one: FirstTry): Promise<true> => (one.goesOn === null ? ending(one) : goingOn(one));
}
