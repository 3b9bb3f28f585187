import type { ReactNode, SyntheticEvent } from "react";
import type { GuardedChange, Rows, Tagged } from "../http/use-guarded-change.ts";
import { ChangeProblem } from "./change-problem.tsx";
import { DraftNote } from "./draft-note.tsx";
import { ReadOnlyNote } from "./read-only-note.tsx";
import { SaveButtons } from "./save-buttons.tsx";
import type { EditDraft } from "./use-edit-draft.ts";
import layout from "./layout.module.css";

interface EditFormProps<R extends Tagged, T, B> {
  edit: EditDraft<R, T>;
  change: GuardedChange<R, B>;
  /** The requested change in the API's format. */
  body: B;
  rowsOf: (resource: R) => Rows;
  /** The requested change, with the same labels. */
  mine: Rows;
  canSave?: boolean;
  /** The text of the button that saves; by default "Save". */
  saveText?: string;
  /** Why nothing can be saved any longer; the fields keep the input. */
  closed?: string | undefined;
  children: ReactNode;
}

/** A form that changes an existing resource: its draft, its fields, why a change failed, and its buttons. */
export function EditForm<R extends Tagged, T, B>({
  edit: { draft, seen, leave, keepTheirs },
  change,
  body,
  rowsOf,
  mine,
  canSave = true,
  saveText,
  closed,
  children,
}: EditFormProps<R, T, B>) {
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    change.mutate({ body, over: seen });
  };
  if (closed !== undefined)
    return (
      <div className={layout["form"]}>
        <ReadOnlyNote text={closed} onDiscard={leave} />
        {children}
      </div>
    );
  return (
    <form onSubmit={submit} className={layout["form"]}>
      <DraftNote draft={draft} />
      {children}
      <ChangeProblem change={change} rowsOf={rowsOf} mine={mine} body={body} onLeave={keepTheirs} />
      <SaveButtons change={change} text={saveText} disabled={!canSave} onCancel={leave} />
    </form>
  );
}
