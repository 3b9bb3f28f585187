import { setTimeout as sleep } from "node:timers/promises";

/** Concurrent attempts to one endpoint from one process. */
const SLOTS = 25;
/** An attempt that waits longer continues alone, later. */
const PATIENCE_MS = 4_000;

/**
 * Limits concurrent attempts per endpoint, so that an unresponsive one delays only itself. Returns null for
 * an attempt that got no slot in time.
 */
export function createEndpointSlots(): <T>(endpoint: string, work: () => Promise<T>) => Promise<T | null> {
  const taken = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();

  const release = (endpoint: string): void => {
    const next = queues.get(endpoint)?.shift();
    // Pass the slot on to the next in the queue.
    if (next !== undefined) return next();
    queues.delete(endpoint);
    const left = taken.get(endpoint)! - 1;
    if (left === 0) taken.delete(endpoint);
    else taken.set(endpoint, left);
  };

  async function acquire(endpoint: string): Promise<boolean> {
    const inUse = taken.get(endpoint) ?? 0;
    if (inUse < SLOTS) {
      taken.set(endpoint, inUse + 1);
      return true;
    }
    const queue = queues.get(endpoint) ?? [];
    queues.set(endpoint, queue);
    const gaveUp = new AbortController();
    let turn!: () => void;
    const given = new Promise<true>((resolve) => void (turn = () => resolve(true)));
    queue.push(turn);
    const isMyTurn = await Promise.race([
      given,
      sleep(PATIENCE_MS, false, { signal: gaveUp.signal }).catch(() => false),
    ]);
    gaveUp.abort();
    if (!isMyTurn) {
      const place = queue.indexOf(turn);
      // The slot was assigned at the same moment, so it is ours.
      if (place === -1) return true;
      queue.splice(place, 1);
    }
    return isMyTurn;
  }

  return async (endpoint, work) => {
    if (!(await acquire(endpoint))) return null;
    try {
      return await work();
    } finally {
      release(endpoint);
    }
  };
}
