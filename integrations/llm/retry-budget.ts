const MOST = 10;
const EARNED = 0.2;

/**
 * How many retries this process may still afford: each takes one, each success earns a fifth. A server in trouble is thus
 * not asked three times as often by everybody.
 */
export interface RetryBudget {
  /** False when there is none left. */
  take(): boolean;
  earn(): void;
}

export function createRetryBudget(most = MOST): RetryBudget {
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
