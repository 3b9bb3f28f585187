import type { RetryPolicy } from "@temporalio/common";

const upTo = (maximumInterval: "15s" | "30s" | "1m" | "10m" | "1h") =>
  ({ initialInterval: "1s", backoffCoefficient: 2, maximumInterval }) satisfies RetryPolicy;

/**
 * Retry policies by name. Each first waits a second, then twice as long each time, up to its maximum. None
 * limits the attempts, because an outage may last any time; `scheduleToCloseTimeout` limits how long a result
 * is useful.
 */
export const retries = {
  /** Someone waits for the result. */
  awaited: upTo("15s"),
  /** Our own stores, and no one waits. */
  background: upTo("30s"),
  /** Servers of others, and someone waits. */
  external: upTo("1m"),
  /** Servers of others, and no one waits. */
  patient: upTo("10m"),
  /** Notices that are still worth sending after days. */
  forDays: upTo("1h"),
} as const;
