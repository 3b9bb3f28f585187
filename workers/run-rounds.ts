import { setTimeout as sleep } from "node:timers/promises";
import type { Wake } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";

interface Rounds {
  /** One round; returns whether the next one should follow at once. */
  round(): Promise<boolean>;
  /** The pause after the last of several rounds. */
  everyMs: number;
  /** Ends a pause early. */
  wake?: Wake;
  logger: Logger;
  /** Logged when a round failed; the next one follows after a pause. */
  failure: string;
}

/** Runs rounds until `signal` aborts. */
export async function runRounds(
  { round, everyMs, wake, logger, failure }: Rounds,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    // Listens before the round, so that nothing in between is missed.
    const woken = wake?.next(everyMs, signal);
    const isMore = await round().catch((error: unknown) => {
      logger.warn({ err: error }, failure);
      return false;
    });
    if (!isMore) await (woken ?? sleep(everyMs, undefined, { signal }).catch(() => undefined));
  }
}
