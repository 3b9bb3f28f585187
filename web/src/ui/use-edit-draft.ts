import { useState } from "react";
import { useFormDraft, type FormDraft } from "./use-form-draft.ts";

interface EditInput<R, T> {
  /** A unique name for the draft. */
  name: string;
  resource: R;
  factsOf: (resource: R) => T;
  secrets?: readonly (keyof T)[];
  /** Called when the form was sent or left; omitted for a form that stays. */
  onDone?: () => void;
}

export interface EditDraft<R, T> {
  draft: FormDraft<T>;
  /** What the change is based on. Events refresh the resource in the meantime. */
  seen: R;
  /** Starts over from the saved resource. */
  begin: (now: R) => void;
  leave: () => void;
  /** Keeps what someone else changed over an earlier state; leaves if no other input remains. */
  keepTheirs: (now: R, over: R) => void;
}

/** The draft of a form that changes an existing resource. */
export function useEditDraft<R, T extends object>(input: EditInput<R, T>): EditDraft<R, T> {
  const { name, resource, factsOf, secrets, onDone } = input;
  const [seen, setSeen] = useState(resource);
  const draft = useFormDraft(name, factsOf(resource), secrets);
  const begin = (now: R): void => {
    setSeen(now);
    draft.begin(factsOf(now));
  };
  return {
    draft,
    seen,
    begin,
    leave: () => {
      draft.begin();
      onDone?.();
    },
    keepTheirs: (now, over) => {
      setSeen(now);
      if (draft.keepTheirs(factsOf(now), factsOf(over))) return;
      begin(now);
      onDone?.();
    },
  };
}
