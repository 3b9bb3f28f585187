const FAILURES = 3;
const OPEN_MS = 30_000;

/** Keeps callers from waiting for a server that failed several times in a row. */
export interface CircuitBreaker {
  isClosed(): boolean;
  succeeded(): void;
  /** Answers whether this failure opened it. */
  failed(): boolean;
}

/** Open for a while after three failures; then requests try again, and one more failure opens it for as long. */
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
