import { Context } from "@temporalio/activity";

const INTERVAL_MS = 4_000;

/** Runs `work` while telling Temporal that this worker is alive, which also brings the news of a cancellation. */
export async function withHeartbeat<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const context = Context.current();
  const timer = setInterval(() => context.heartbeat(), INTERVAL_MS);
  try {
    return await work(context.cancellationSignal);
  } finally {
    clearInterval(timer);
  }
}
