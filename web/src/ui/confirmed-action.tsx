import { useMutation } from "@tanstack/react-query";
import { ConfirmFirst } from "./confirm-first.tsx";
import { Problem } from "./problem.tsx";

interface ConfirmedActionProps {
  text: string;
  /** The consequences, and that it cannot be undone. */
  warning: string;
  run: () => Promise<unknown>;
  /** Called after it, also if the button has left the page by then. */
  onDone: () => unknown;
}

/** A button for an action that cannot be undone: it is confirmed first, and says why it failed. */
export function ConfirmedAction({ text, warning, run, onDone }: ConfirmedActionProps) {
  const action = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <>
      <ConfirmFirst
        text={text}
        warning={warning}
        isPending={action.isPending}
        onConfirm={() => action.mutate()}
      />
      {action.isError && <Problem error={action.error} />}
    </>
  );
}
