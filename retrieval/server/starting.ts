import { setTimeout as sleep } from "node:timers/promises";
import type { Logger } from "../../platform/logger.ts";
import { unavailable } from "../../platform/errors.ts";
import { UnusableIndexError } from "../index/chunk-index.ts";
import { StartingError } from "./readiness.ts";

const RETRY_MS = 2_000;

/** Something that starts slowly, or that can start only once another service is up. */
export interface Starting<T> {
  /** Throws StartingError at first, then the error of the last attempt, until the value exists. */
  get(): T;
  /** Resolves with the value; rejects only if `signal` stops the attempts. */
  made: Promise<T>;
}

/**
 * Calls `make` until it succeeds or `signal` aborts. Each new failure is logged once: waiting for another
 * service is not an error.
 */
export function startInBackground<T>(
  what: string,
  make: () => Promise<T>,
  { logger, signal }: { logger: Logger; signal: AbortSignal },
): Starting<T> {
  let state: { value: T } | null = null;
  let failure: Error = new StartingError(`${what} is starting`);

  async function keepTrying(): Promise<T> {
    for (;;) {
      signal.throwIfAborted();
      try {
        const value = await make();
        state = { value };
        logger.info(`${what} is ready`);
        return value;
      } catch (error) {
        const cause = error instanceof Error ? error : new Error(String(error));
        if (cause.message !== failure.message) logger.warn({ err: cause }, `${what} is not ready yet`);
        failure = cause;
      }
      await sleep(RETRY_MS, undefined, { signal });
    }
  }

  const made = keepTrying();
  // Callers await `made` or call `get`; an abort at shutdown must not crash the process.
  made.catch(() => undefined);
  return {
    made,
    get: () => {
      if (state === null) throw failure;
      return state.value;
    },
  };
}

const whyNot = (cause: unknown): string =>
  cause instanceof UnusableIndexError
    ? "Search is unavailable until an administrator rebuilds the search index"
    : "Search is starting";

/** The value, or SERVICE_UNAVAILABLE with the reason as cause. */
export function readyOrUnavailable<T>(starting: Starting<T>): T {
  try {
    return starting.get();
  } catch (cause) {
    const expected = cause instanceof StartingError;
    throw unavailable(whyNot(cause), { cause, expected });
  }
}
