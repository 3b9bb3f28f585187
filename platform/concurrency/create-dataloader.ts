import { setTimeout as sleep } from "node:timers/promises";

/** Under load, requests within this time are combined. */
const BATCH_MS = 2;

type Batch<V> = Map<string, { resolve(value: V | undefined): void; reject(reason: unknown): void }[]>;

/**
 * A dataloader: combines single look-ups into one. One look-up runs at a time, and requests that arrive in
 * the meantime go into the next. Nothing is cached, so every answer is read after its request; a single
 * request does not wait.
 */
export function createDataloader<V>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let batch: Batch<V> = new Map();
  let isRunning = false;
  let sentAt = -BATCH_MS;
  const drain = async (): Promise<void> => {
    isRunning = true;
    while (batch.size > 0) {
      const pause = sentAt + BATCH_MS - performance.now();
      if (pause > 0) await sleep(pause);
      sentAt = performance.now();
      const current = batch;
      batch = new Map();
      try {
        const found = await lookUp([...current.keys()]);
        for (const [key, waiters] of current) for (const { resolve } of waiters) resolve(found.get(key));
      } catch (error) {
        for (const waiters of current.values()) for (const { reject } of waiters) reject(error);
      }
    }
    isRunning = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = batch.get(key);
      if (waiters === undefined) batch.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      if (!isRunning) void drain();
    });
}
