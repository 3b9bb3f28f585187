import { setTimeout as sleep } from "node:timers/promises";
import DataLoader from "dataloader";

interface BatchOptions {
  /** Items per batch. */
  atMost?: number;
  /** Under load, requests within this time are combined. */
  pauseMs?: number;
}

/**
 * Combines single requests into batches. One batch runs at a time, and requests that arrive in the meantime
 * go into the next; a single request does not wait. Nothing is cached, so every answer is read after its
 * request. `run` returns one result per item, in order; an Error rejects only its item.
 */
export function createBatcher<I, O>(
  run: (items: readonly I[]) => Promise<readonly (O | Error)[]>,
  { atMost = Infinity, pauseMs = 0 }: BatchOptions = {},
): (item: I) => Promise<O> {
  let sentAt = -pauseMs;
  let running: Promise<unknown> = Promise.resolve();
  let turn = running;
  const load = (items: readonly I[]) => {
    sentAt = performance.now();
    const results = run(items);
    running = results.catch(() => undefined);
    return results;
  };
  const sendAfter = async (earlier: Promise<unknown>, send: () => void): Promise<void> => {
    await earlier;
    const pause = sentAt + pauseMs - performance.now();
    if (pause > 0) await sleep(pause);
    send();
    await running;
  };
  const loader = new DataLoader<I, O>(load, {
    cache: false,
    maxBatchSize: atMost,
    batchScheduleFn: (send) => {
      turn = sendAfter(turn, send);
    },
  });
  return (item) => loader.load(item);
}
