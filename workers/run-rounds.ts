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
  /** After so long without success, someone must act. */
  lastingMs?: number;
}

const LASTING_MS = 60_000;

/** Logs failed rounds as warnings, and once as an error if the failure lasts. */
function createFailureLog({ logger, failure, lastingMs = LASTING_MS }: Rounds) {
  let first: { at: number; since: Date } | null = null;
  let isReported = false;
  return {
    failed(error: unknown): void {
      first ??= { at: performance.now(), since: new Date() };
      if (isReported || performance.now() - first.at < lastingMs) return logger.warn({ err: error }, failure);
      isReported = true;
      logger.error({ err: error, since: first.since }, `this keeps failing: ${failure}`);
    },
    succeeded(): void {
      if (isReported) logger.info({ since: first?.since }, `this works again: ${failure}`);
      first = null;
      isReported = false;
    },
  };
}

/** Runs rounds until `signal` aborts. */
export async function runRounds(rounds: Rounds, signal: AbortSignal): Promise<void> {
  const { round, everyMs, wake } = rounds;
  const log = createFailureLog(rounds);
  while (!signal.aborted) {
    // Listens before the round, so that nothing in between is missed.
    const woken = wake?.next(everyMs, signal);
    const isMore = await round().then(
      (more) => (log.succeeded(), more),
      (error: unknown) => (log.failed(error), false),
    );
    if (!isMore) await (woken ?? sleep(everyMs, undefined, { signal }).catch(() => undefined));
  }
}
