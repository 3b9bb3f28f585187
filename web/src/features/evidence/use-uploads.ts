import { useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useSyncExternalStore } from "react";
import { uploadQueue, type NewEvidence } from "./upload-queue.ts";

/** Default title: the file name without its extension. */
export const titleOf = (fileName: string): string =>
  fileName.replace(/\.[^.]{1,5}$/, "").slice(0, 200) || fileName;

/** Whether there are uploads to a project; progress alone does not render again. */
export const useHasUploads = (projectId: string): boolean =>
  useSyncExternalStore(uploadQueue.watch, () =>
    uploadQueue.current().some(({ wanted }) => wanted.projectId === projectId),
  );

/** The uploads to a project since the user signed in. */
export function useUploads(projectId: string) {
  const queries = useQueryClient();
  const all = useSyncExternalStore(uploadQueue.watch, uploadQueue.current);
  const uploads = useMemo(() => all.filter(({ wanted }) => wanted.projectId === projectId), [all, projectId]);
  const onSent = useCallback(
    () => void queries.invalidateQueries({ queryKey: ["evidence", "list"] }),
    [queries],
  );
  const add = useCallback((wanted: readonly NewEvidence[]) => uploadQueue.add(wanted, onSent), [onSent]);
  return {
    uploads,
    add,
    retry: (key: number) => uploadQueue.retry(key, onSent),
    remove: uploadQueue.remove,
    clear: () => uploadQueue.clear(projectId),
  };
}
