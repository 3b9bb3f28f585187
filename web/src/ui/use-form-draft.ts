import { useState } from "react";
import { readFields, textOfFields } from "./kept-fields.ts";
import { mergeFields } from "./merge-fields.ts";
import { useDraft } from "./use-draft.ts";

export interface FormDraft<T> {
  fields: T;
  set: (fields: T) => void;
  /** Starts over after the form was sent or left. */
  begin: (initial?: T) => void;
  /** Whether there was unsent input from an earlier visit. */
  isRestored: boolean;
}

interface ChangeDraft<T> extends FormDraft<T> {
  /** Keeps what someone else changed over an earlier state, and returns whether any other input is left. */
  keepTheirs: (versions: { theirs: T; over: T; now: object }) => boolean;
}

/**
 * The fields of a form, which survive a reload until the form is sent or left, by a unique name. Secrets are part of the
 * form, but never kept. A form that changes a resource keeps it as the user saw it.
 */
export function useFormDraft<T extends object>(
  name: string,
  initial: T,
  secrets: readonly (keyof T)[] = [],
  over?: object,
): ChangeDraft<T> {
  const [text, write] = useDraft(`form.${name}`);
  const [base, setBase] = useState(initial);
  const [fields, setFields] = useState(() => readFields(text, initial));
  const [isRestored, setIsRestored] = useState(text !== "");
  return {
    fields,
    isRestored,
    set: (next) => {
      setFields(next);
      write(textOfFields({ fields: next, initial: base, secrets, over }));
    },
    keepTheirs: ({ theirs, over: before, now }) => {
      const left = mergeFields({ over: before, theirs, mine: fields });
      setBase(theirs);
      setFields(left);
      write(textOfFields({ fields: left, initial: theirs, secrets, over: now }));
      return textOfFields({ fields: left, initial: theirs, secrets: [] }) !== "";
    },
    begin: (next = initial) => {
      setBase(next);
      setFields(next);
      setIsRestored(false);
      write("");
    },
  };
}
