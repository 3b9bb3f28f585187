const FAILURES = 3;
const OPEN_MS = 30_000;

/** Keeps callers from waiting for a server that failed several times in a row. */
export interface CircuitBreaker {
  isClosed(): boolean;
  succeeded(): void;
  /** Returns whether this failure opened the breaker. */
  failed(): boolean;
}

/**
 * Opens for a while after three failures; then requests are tried again, and a single failure opens it again.
 */
export function createCircuitBreaker(now: () => number, openMs = OPEN_MS): CircuitBreaker {
  let failures = 0;
  let openUntil = 0;
  return {
    isClosed: () => now() >= openUntil,
    succeeded() {
      failures = 0;
    },
    failed() {
      failures += 1;
      if (failures < FAILURES) return false;
      const opens = now() >= openUntil;
      openUntil = now() + openMs;
      return opens;
    },
  };
}
