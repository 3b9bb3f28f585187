import { setTimeout as sleep } from "node:timers/promises";

/** Tries to one endpoint at the same time, from one process. */
const SLOTS = 25;
/** Whoever waits longer than this goes on alone, later. */
const PATIENCE_MS = 4_000;

/**
 * Lets only so many tries at one endpoint happen at once, so that one that hangs holds up nobody but itself. Answers null
 * for what did not get its turn in time.
 */
export function createEndpointSlots(): <T>(endpoint: string, work: () => Promise<T>) => Promise<T | null> {
  const taken = new Map<string, number>();
  const queues = new Map<string, (() => void)[]>();

  const release = (endpoint: string): void => {
    const next = queues.get(endpoint)?.shift();
    // The slot goes on to the one who waits.
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
      // Handed the slot in the same moment: it is ours after all.
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
