import { setTimeout as sleep } from "node:timers/promises";
import { claimUndispatched, releaseUndispatched } from "../domain/events/claim-undispatched.ts";
import type { Logger } from "../platform/logger.ts";
import { dispatchEvent, type DispatcherDeps } from "./dispatcher.ts";

/** Nothing wakes it: what it looks for is two seconds old, and a notification tells of what happens now. */
export const RELAY_POLL_MS = 1_000;
/** The process that recorded an event starts its workflow itself; what is older than this was left behind. */
const LEFT_BEHIND_MS = 2_000;
const BATCH = 100;

/** One round; answers how many events it dispatched. Stops at the first failure: order is kept, and Temporal is away anyway. */
export async function relayOnce(deps: DispatcherDeps): Promise<number> {
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
 * Starts what a crash or an absent Temporal left behind, until `signal` says stop. Several relays share the work, each
 * event in one hand at a time; and workflow ids come from the events, so that starting twice starts once.
 */
export async function runRelay(
  deps: DispatcherDeps & { logger: Logger },
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const dispatched = await relayOnce(deps).catch((error: unknown) => {
      deps.logger.warn({ err: error }, "relay could not start workflows; it tries again");
      return 0;
    });
    if (dispatched < BATCH) await sleep(RELAY_POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}
