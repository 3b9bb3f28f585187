import { createBell } from "../../platform/create-bell.ts";
import type { Logger } from "../../platform/logger.ts";

/** How far a run is, as its heartbeats say. */
export interface SendingProgress {
  claimed: number;
  /** Tried, and recorded. */
  settled: number;
  /** Of these, what went on in workflows of their own. */
  goneOn: number;
}

/** What a run has in hand, and how far it is. */
export function createInHand(logger: Logger) {
  const bell = createBell();
  const progress: SendingProgress = { claimed: 0, settled: 0, goneOn: 0 };
  const underWay = new Set<Promise<void>>();
  return {
    progress,
    isEmpty: (): boolean => underWay.size === 0,
    ended: async (): Promise<void> => void (await Promise.all(underWay)),
    /** Does not wait for it. What it throws is logged: the lease brings its deliveries back. */
    track(work: Promise<void>): void {
      const tracked = work
        .catch((error: unknown) => logger.warn({ err: error }, "deliveries wait until their lease is over"))
        .finally(() => underWay.delete(tracked));
      underWay.add(tracked);
    },
    settle(count: number, goneOn: number): void {
      progress.settled += count;
      progress.goneOn += goneOn;
      bell.ring();
    },
    /** Resolves when the next of them are settled. */
    nextSettled: (): Promise<void> => bell.heard(),
  };
}
