const MAX = 10;
const EARNED = 0.2;

/**
 * The retries that this process may still make: each costs one, each success earns a fifth. This keeps a
 * failing server from getting three times the requests.
 */
export interface RetryBudget {
  /** False if none is left. */
  take(): boolean;
  earn(): void;
}

export function createRetryBudget(most = MAX): RetryBudget {
  let left = most;
  return {
    take() {
      if (left < 1) return false;
      left -= 1;
      return true;
    },
    earn() {
      left = Math.min(most, left + EARNED);
    },
  };
}
