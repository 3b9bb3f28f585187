import { useState } from "react";
import { readOver } from "./kept-fields.ts";
import { readDraft } from "./use-draft.ts";
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
  /** What the change is based on, also after a reload. Events refresh the resource in the meantime. */
  seen: R;
  /** Starts over from the saved resource. */
  begin: (now: R) => void;
  leave: () => void;
  /** Keeps what someone else changed over an earlier state; leaves if no other input remains. */
  keepTheirs: (now: R, over: R) => void;
}

/** The draft of a form that changes an existing resource. */
export function useEditDraft<R extends object, T extends object>(input: EditInput<R, T>): EditDraft<R, T> {
  const { name, resource, factsOf, secrets, onDone } = input;
  const [seen, setSeen] = useState(() => readOver(readDraft(`form.${name}`), resource));
  const { keepTheirs, ...draft } = useFormDraft(name, factsOf(seen), secrets, seen);
  const begin = (now: R): void => {
    setSeen(now);
    draft.begin(factsOf(now));
  };
  return {
    draft: { ...draft, begin: () => begin(resource) },
    seen,
    begin,
    leave: () => {
      begin(resource);
      onDone?.();
    },
    keepTheirs: (now, over) => {
      setSeen(now);
      if (keepTheirs({ theirs: factsOf(now), over: factsOf(over), now })) return;
      begin(now);
      onDone?.();
    },
  };
}
