import { useSyncExternalStore } from "react";

const MINUTE_MS = 60_000;

let timer: ReturnType<typeof setInterval> | undefined;
const watchers = new Set<() => void>();

/** One timer for all, while there is something to update. */
function watchMinutes(watch: () => void): () => void {
  watchers.add(watch);
  timer ??= setInterval(() => {
    for (const each of watchers) each();
  }, MINUTE_MS);
  return () => {
    watchers.delete(watch);
    if (watchers.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** The number of the current minute: what depends on it is rendered again every minute. */
export const useMinute = (): number =>
  useSyncExternalStore(watchMinutes, () => Math.floor(Date.now() / MINUTE_MS));
