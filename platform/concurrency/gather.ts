import { setTimeout as sleep } from "node:timers/promises";

/** Under load, requests within this time are combined. */
const GATHER_MS = 2;

type Waiting<V> = Map<string, { resolve(value: V | undefined): void; reject(reason: unknown): void }[]>;

/**
 * A dataloader: combines single look-ups into one. One look-up runs at a time, and requests that arrive in
 * the meantime go into the next. Nothing is cached, so every answer is read after its request; a single
 * request does not wait.
 */
export function gather<V>(
  lookUp: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
): (key: string) => Promise<V | undefined> {
  let waiting: Waiting<V> = new Map();
  let underWay = false;
  let sentAt = -GATHER_MS;
  const drain = async (): Promise<void> => {
    underWay = true;
    while (waiting.size > 0) {
      const pause = sentAt + GATHER_MS - performance.now();
      if (pause > 0) await sleep(pause);
      sentAt = performance.now();
      const asked = waiting;
      waiting = new Map();
      try {
        const found = await lookUp([...asked.keys()]);
        for (const [key, waiters] of asked) for (const { resolve } of waiters) resolve(found.get(key));
      } catch (error) {
        for (const waiters of asked.values()) for (const { reject } of waiters) reject(error);
      }
    }
    underWay = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      const waiters = waiting.get(key);
      if (waiters === undefined) waiting.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      if (!underWay) void drain();
    });
}
