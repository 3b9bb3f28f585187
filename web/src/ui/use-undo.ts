import { useToast } from "./toast.tsx";
import { useReason } from "./use-reason.ts";

/** Shows that a change was undone or why that failed, and then refreshes what it concerns. */
export function useUndo(
  refresh: () => Promise<unknown>,
): (undoing: Promise<unknown>, undone: string) => void {
  const toast = useToast();
  const reasonOf = useReason();
  return (undoing, undone) =>
    void undoing
      .then(() => toast({ text: undone }))
      .catch((error: unknown) => toast({ text: reasonOf(error), isBad: true }))
      .finally(() => void refresh());
}

/** Shows why a change failed that began in a toast: what shows its failures may have left the page. */
export function useFailureToast(): (undoing: Promise<unknown>) => void {
  const toast = useToast();
  const reasonOf = useReason();
  return (undoing) => void undoing.catch((error: unknown) => toast({ text: reasonOf(error), isBad: true }));
}
