import { createBackgroundWork } from "../../platform/concurrency/background-work.ts";
import { createBell } from "../../platform/concurrency/create-bell.ts";
import type { Logger } from "../../platform/logger.ts";

/** The progress of a run, as in its heartbeats. */
export interface SendingProgress {
  claimed: number;
  /** Attempted and recorded. */
  settled: number;
  /** The number of these that continue in their own workflows. */
  retrying: number;
}

/** The deliveries in flight of a run, and its progress. */
export function createInFlight(logger: Logger) {
  const bell = createBell();
  const progress: SendingProgress = { claimed: 0, settled: 0, retrying: 0 };
  const work = createBackgroundWork(logger);
  return {
    progress,
    isEmpty: (): boolean => work.isEmpty(),
    ended: (): Promise<void> => work.settled(),
    /**
     * Does not wait for the work. Errors are logged; its deliveries are claimed again when their lease ends.
     */
    track: (sending: Promise<void>): void =>
      work.add(sending, { message: "deliveries wait until their lease expires" }),
    settle(count: number, retrying: number): void {
      progress.settled += count;
      progress.retrying += retrying;
      bell.ring();
    },
    /** Resolves when more deliveries have been settled. */
    nextSettled: (): Promise<void> => bell.nextRing(),
  };
}
