import { Context } from "@temporalio/activity";

/** Each heartbeat reports a cancellation, so this is the delay until it is noticed. */
const INTERVAL_MS = 2_000;
/** Longer than a step takes to notice its cancellation and finish its current write. */
const LETTING_GO_MS = 45_000;

/**
 * Runs `work` with heartbeats, which also report cancellation. Work that does not stop after that is
 * abandoned: without heartbeats, Temporal times it out. `progress` is visible to operators.
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
