import { claimUndispatched, releaseUndispatched } from "../domain/events/claim-undispatched.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import type { Logger } from "../platform/logger.ts";
import { runRounds } from "./run-rounds.ts";
import { dispatchEvent, type DispatchDeps } from "../runtime/dispatch-event.ts";

/**
 * Polling only: the relay looks for events that are two seconds old, while notifications announce new ones.
 */
const RELAY_POLL_MS = 1_000;
/** The process that recorded an event starts its workflow itself; events older than this were left behind. */
const LEFT_BEHIND_MS = 2_000;
const BATCH = 100;

export type RelayDeps = DispatchDeps & { logger: Logger };

/**
 * One round; returns the number of dispatched events. Stops where Temporal or PostgreSQL is unavailable, and releases
 * the events from there on. One that cannot start its workflow for another reason does not delay the others: it is
 * retried when its lease ends.
 */
export async function relayOnce(deps: RelayDeps): Promise<number> {
  const { orm, clock, logger } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - LEFT_BEHIND_MS);
  const ids = await claimUndispatched(orm.em.fork(), { before, now, limit: BATCH });
  let dispatched = 0;
  for (const [at, id] of ids.entries()) {
    try {
      await dispatchEvent(deps, id);
      dispatched++;
    } catch (err) {
      if (infrastructureFault(err) !== null) {
        await releaseUndispatched(orm.em.fork(), ids.slice(at));
        throw err;
      }
      logger.error({ err, event: id }, "the workflow of an event cannot be started; retrying in a minute");
    }
  }
  return dispatched;
}

/**
 * Starts workflows that were left behind by a crash or an outage of Temporal, until `signal` aborts. Several
 * relays share the work, each event in one of them; and workflow ids derive from events, so a second start
 * has no effect.
 */
export async function runRelay(deps: RelayDeps, signal: AbortSignal): Promise<void> {
  const round = async () => (await relayOnce(deps)) > 0;
  const failure = "the relay could not start workflows; will retry";
  await runRounds({ round, everyMs: RELAY_POLL_MS, logger: deps.logger, failure }, signal);
}
