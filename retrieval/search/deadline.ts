/** A step exceeded its deadline. */
export class DeadlineError extends Error {
  constructor(what: string, milliseconds: number) {
    super(`${what} took longer than ${milliseconds} ms`);
    this.name = "DeadlineError";
  }
}

/**
 * Runs `work` with a deadline and the caller's signal. The promise settles at the deadline even if `work`
 * ignores its signal. Throws DeadlineError, or the reason of the caller's abort.
 */
export async function withDeadline<T>(
  what: string,
  milliseconds: number,
  signal: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const { promise: stopped, reject } = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    controller.abort(reason);
    reject(reason);
  };
  const timer = setTimeout(() => stop(new DeadlineError(what, milliseconds)), milliseconds);
  const onAbort = () => stop(signal?.reason);
  signal?.addEventListener("abort", onAbort, { once: true });
  try {
    return await Promise.race([work(controller.signal), stopped]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  }
}
