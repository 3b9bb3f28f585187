import type { Clock } from "../platform/clock.ts";
import { infrastructureFault } from "../platform/database/infrastructure-fault.ts";
import type { Logger } from "../platform/logger.ts";

/** A workflow that Temporal refuses to start is tried this often, and then given up: no one waits for it by then. */
const TRIES = 10;
const PAUSE_MS = 30_000;

interface Refused {
  tries: number;
  /** Epoch milliseconds. */
  againAt: number;
}

/** Workflows, by the id of what they process, that cannot be started although Temporal is available. */
export interface RefusedStarts {
  /** Those whose next attempt is not due yet. */
  waiting(): string[];
  isEmpty(): boolean;
  accepted(id: string): void;
  /** Returns whether to give it up; throws the error if Temporal or PostgreSQL is unavailable, which does not count. */
  refused(id: string, error: unknown): boolean;
}

/** `what` names one in the log, such as "a message". */
export function createRefusedStarts(
  { clock, logger }: { clock: Clock; logger: Logger },
  what: string,
): RefusedStarts {
  const known = new Map<string, Refused>();
  return {
    waiting() {
      const now = clock.now().getTime();
      return [...known].filter(([, { againAt }]) => againAt > now).map(([id]) => id);
    },
    isEmpty: () => known.size === 0,
    accepted: (id) => void known.delete(id),
    refused(id, err) {
      if (infrastructureFault(err) !== null) throw err;
      const tries = (known.get(id)?.tries ?? 0) + 1;
      if (tries < TRIES) {
        known.set(id, { tries, againAt: clock.now().getTime() + PAUSE_MS });
        logger.warn({ err, id }, `the workflow of ${what} was not started; will retry`);
        return false;
      }
      known.delete(id);
      logger.error({ err, id }, `the workflow of ${what} cannot be started: it was given up`);
      return true;
    },
  };
}
