import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { ConfirmFirst } from "./confirm-first.tsx";
import { Problem } from "./problem.tsx";

interface ConfirmedActionProps extends Omit<ComponentProps<typeof ConfirmFirst>, "isPending" | "onConfirm"> {
  run: () => Promise<unknown>;
  /** Called after it, also if the button has left the page by then. */
  onDone: () => unknown;
}

/** A button for an action that cannot be undone: it is confirmed first, and says why it failed. */
export function ConfirmedAction({ run, onDone, ...button }: ConfirmedActionProps) {
  const action = useMutation({ mutationFn: run, onSuccess: onDone });
  return (
    <>
      <ConfirmFirst {...button} isPending={action.isPending} onConfirm={() => action.mutate()} />
      {action.isError && <Problem error={action.error} />}
    </>
  );
}
