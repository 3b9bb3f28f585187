import { Context } from "@temporalio/activity";

/** Each one brings the news of a cancellation, so that this is how soon it is known. */
const INTERVAL_MS = 2_000;
/** Longer than a step takes to notice its cancellation and to finish the write it is at. */
const LETTING_GO_MS = 45_000;

/**
 * Runs `work` while telling Temporal that this worker is alive, which also brings the news of a cancellation. Work that
 * does not let go then is given up: without heartbeats Temporal ends it, and nobody waits for it any longer. `progress`
 * is what operators see of it meanwhile.
 */
export async function withHeartbeat<T>(
  work: (signal: AbortSignal) => Promise<T>,
  progress?: () => object,
): Promise<T> {
  const context = Context.current();
  const { cancellationSignal: signal } = context;
  let givenUp: NodeJS.Timeout | undefined;
  const timer = setInterval(() => context.heartbeat(progress?.()), INTERVAL_MS);
  const letGo = (): void => {
    givenUp = setTimeout(() => clearInterval(timer), LETTING_GO_MS);
  };
  signal.addEventListener("abort", letGo, { once: true });
  try {
    return await work(signal);
  } finally {
    clearInterval(timer);
    clearTimeout(givenUp);
    signal.removeEventListener("abort", letGo);
  }
}
