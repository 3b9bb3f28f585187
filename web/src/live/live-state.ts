import { useSyncExternalStore } from "react";

let isUp = false;
const watchers = new Set<() => void>();

/** Whether events arrive at the moment. */
export const isLive = (): boolean => isUp;

export function setLive(now: boolean): void {
  isUp = now;
  for (const watch of watchers) watch();
}

function watchLive(watch: () => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

/** How often to poll for what events announce: not at all while they arrive. */
export const usePollWithoutEvents = (ms: number): number | false =>
  useSyncExternalStore(watchLive, isLive) ? false : ms;
