import { setTimeout as sleep } from "node:timers/promises";
import { Event } from "../domain/events/event.entity.ts";
import type { Logger } from "../platform/logger.ts";
import { dispatchEvent, type DispatcherDeps } from "./dispatcher.ts";

export const RELAY_POLL_MS = 1_000;
/** The process that recorded an event starts its workflow itself; what is older than this was left behind. */
const LEFT_BEHIND_MS = 2_000;
const BATCH = 100;

/** Events whose workflow nobody started yet, oldest first. */
async function leftBehind({ orm, clock }: DispatcherDeps): Promise<string[]> {
  const before = new Date(clock.now().getTime() - LEFT_BEHIND_MS);
  const options = { orderBy: { occurredAt: "asc" }, limit: BATCH, fields: ["id"] } as const;
  const events = await orm.em
    .fork()
    .find(Event, { dispatchedAt: null, occurredAt: { $lt: before } }, options);
  return events.map((event) => event.id);
}

/** One round; answers how many events it dispatched. Stops at the first failure: order is kept, and Temporal is away anyway. */
export async function relayOnce(deps: DispatcherDeps): Promise<number> {
  const ids = await leftBehind(deps);
  for (const id of ids) await dispatchEvent(deps, id);
  return ids.length;
}

/**
 * Starts what a crash or an absent Temporal left behind, until `signal` says stop. Several relays may run:
 * workflow ids come from the events, so that starting twice starts once.
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
