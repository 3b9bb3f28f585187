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

/** Shows why something failed that has no place on the page, or whose place may have left it. */
export function useFailureToast(): (doing: Promise<unknown>) => void {
  const showFailure = useShowFailure();
  return (doing) => void doing.catch(showFailure);
}
