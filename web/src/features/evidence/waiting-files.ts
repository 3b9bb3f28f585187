import { useSyncExternalStore } from "react";

const NONE: readonly File[] = [];
const ofProjects = new Map<string, readonly File[]>();
const watchers = new Set<() => void>();

function set(projectId: string, files: readonly File[]): void {
  ofProjects.set(projectId, files);
  for (const watch of watchers) watch();
}

const filesOf = (projectId: string): readonly File[] => ofProjects.get(projectId) ?? NONE;

/** Files that were dropped on any screen or chosen, until their control is known. Only memory can hold them. */
export const waitingFiles = {
  add(projectId: string, files: readonly File[]): void {
    if (files.length > 0) set(projectId, [...filesOf(projectId), ...files]);
  },
  /** Each file is taken once. */
  take(projectId: string): readonly File[] {
    const files = filesOf(projectId);
    set(projectId, NONE);
    return files;
  },
};

function watchFiles(watch: () => void): () => void {
  watchers.add(watch);
  return () => void watchers.delete(watch);
}

export const useWaitingFiles = (projectId: string): readonly File[] =>
  useSyncExternalStore(watchFiles, () => filesOf(projectId));
