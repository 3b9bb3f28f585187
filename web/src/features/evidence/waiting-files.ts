import { useSyncExternalStore } from "react";
import { dropDraft, readDraft, writeDraft } from "../../ui/use-draft.ts";

const draftOf = (projectId: string): string => `waiting.${projectId}`;

/** The names in a draft; none in one that another version wrote. */
function namesIn(text: string): string[] {
  try {
    const names = JSON.parse(text) as unknown;
    return Array.isArray(names) ? names.filter((name) => typeof name === "string") : [];
  } catch {
    return [];
  }
}

const NONE: readonly File[] = [];
const ofProjects = new Map<string, readonly File[]>();
const watchers = new Set<() => void>();

function set(projectId: string, files: readonly File[]): void {
  ofProjects.set(projectId, files);
  writeDraft(draftOf(projectId), files.length === 0 ? "" : JSON.stringify(files.map(({ name }) => name)));
  for (const watch of watchers) watch();
}

const filesOf = (projectId: string): readonly File[] => ofProjects.get(projectId) ?? NONE;

/**
 * Files that were dropped on any screen or chosen, until their control is known. Only memory can hold them; their names
 * survive a reload.
 */
export const waitingFiles = {
  add(projectId: string, files: readonly File[]): void {
    if (files.length > 0) set(projectId, [...filesOf(projectId), ...files]);
  },
  isWaiting: (): boolean => [...ofProjects.values()].some((files) => files.length > 0),
  /** They end with the session: the next user of this window does not see them. */
  discard(): void {
    for (const projectId of ofProjects.keys()) set(projectId, NONE);
  },
  /** The names of files that waited before a reload, which the user can choose again. */
  lost: (projectId: string): string[] =>
    ofProjects.has(projectId) ? [] : namesIn(readDraft(draftOf(projectId))),
  forgetLost: (projectId: string): void => dropDraft(draftOf(projectId)),
  /** One of them, when its own control is known or it is not wanted. */
  remove(projectId: string, file: File): void {
    set(
      projectId,
      filesOf(projectId).filter((one) => one !== file),
    );
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
