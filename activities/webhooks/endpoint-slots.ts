import { createFairSlots } from "../../platform/concurrency/fair-slots.ts";

/** An attempt that waits longer continues alone, later. */
const PATIENCE_MS = 4_000;

/** Concurrent attempts to one endpoint from one process. */
const SLOTS = {
  what: "attempts",
  slots: Infinity,
  slotsEach: 25,
  waitingEach: Infinity,
  waitMs: PATIENCE_MS,
};

/**
 * Limits concurrent attempts per endpoint, so that an unresponsive one delays only itself. Returns null for
 * an attempt that got no slot in time.
 */
export function createEndpointSlots(): <T>(endpoint: string, work: () => Promise<T>) => Promise<T | null> {
  const slots = createFairSlots(SLOTS);
  return async (endpoint, work) => {
    let hasSlot = false;
    const attempt = () => {
      hasSlot = true;
      return work();
    };
    try {
      return await slots.run(endpoint, attempt);
    } catch (error) {
      if (hasSlot) throw error;
      return null;
    }
  };
}
