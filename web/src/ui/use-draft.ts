import { useState } from "react";

/** Text that survives a reload until it is sent, by a unique name. */
export function useDraft(name: string): readonly [text: string, write: (text: string) => void] {
  const key = `console.draft.${name}`;
  const [text, setText] = useState(() => sessionStorage.getItem(key) ?? "");
  const write = (next: string) => {
    setText(next);
    if (next === "") sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, next);
  };
  return [text, write] as const;
}
