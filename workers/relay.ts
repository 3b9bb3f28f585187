import { claimUndispatched, releaseUndispatched } from "../domain/events/claim-undispatched.ts";
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

/**
 * One round; returns the number of dispatched events. Stops at the first failure: this keeps the order, and
 * Temporal is probably unavailable.
 */
export async function relayOnce(deps: DispatchDeps): Promise<number> {
  const { orm, clock } = deps;
  const now = clock.now();
  const before = new Date(now.getTime() - LEFT_BEHIND_MS);
  const ids = await claimUndispatched(orm.em.fork(), { before, now, limit: BATCH });
  try {
    for (const id of ids) await dispatchEvent(deps, id);
  } catch (error) {
    await releaseUndispatched(orm.em.fork(), ids);
    throw error;
  }
  return ids.length;
}

/**
 * Starts workflows that were left behind by a crash or an outage of Temporal, until `signal` aborts. Several
 * relays share the work, each event in one of them; and workflow ids derive from events, so a second start
 * has no effect.
 */
export async function runRelay(deps: DispatchDeps & { logger: Logger }, signal: AbortSignal): Promise<void> {
  const round = async () => (await relayOnce(deps)) >= BATCH;
  const failure = "the relay could not start workflows; will retry";
  await runRounds({ round, everyMs: RELAY_POLL_MS, logger: deps.logger, failure }, signal);
}
