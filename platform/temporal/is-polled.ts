interface Poller {
  lastAccessTime?: { seconds?: unknown } | null;
}

/** Temporal remembers pollers for five minutes; a live one polls again within a minute. */
const ALIVE_MS = 90_000;

/** Whether one of the task queue's pollers is still alive. */
export const isPolled = ({ pollers }: { pollers: readonly Poller[] }, now: number): boolean =>
  pollers.some(({ lastAccessTime }) => Number(lastAccessTime?.seconds ?? 0) * 1_000 > now - ALIVE_MS);
