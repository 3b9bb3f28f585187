import { useToast } from "./toast.tsx";
import { useReason } from "./use-reason.ts";

/** Shows why something failed. */
function useShowFailure(): (error: unknown) => void {
  const toast = useToast();
  const reasonOf = useReason();
  return (error) => toast({ text: reasonOf(error), isBad: true });
}

/** Shows that a change was undone or why that failed, and then refreshes what it concerns. */
export function useUndo(
  refresh: () => Promise<unknown>,
): (undoing: Promise<unknown>, undone: string) => void {
  const toast = useToast();
  const showFailure = useShowFailure();
  return (undoing, undone) =>
    void undoing
      .then(() => toast({ text: undone }))
      .catch(showFailure)
      .finally(() => void refresh());
}

/** Shows why a change failed that began in a toast: what shows its failures may have left the page. */
export function useFailureToast(): (undoing: Promise<unknown>) => void {
  const showFailure = useShowFailure();
  return (undoing) => void undoing.catch(showFailure);
}
