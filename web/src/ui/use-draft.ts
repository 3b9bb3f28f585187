import { useState } from "react";

const PREFIX = "console.draft.";
/** The user who wrote the drafts. */
const AUTHOR = "console.author";

/** Drafts belong to who wrote them: the next user of this window does not see them. */
export function discardDrafts(): void {
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key);
}

/** Keeps the drafts for their author, whose session may have ended in between, and discards those of anyone else. */
export function keepDraftsOf(userId: string): void {
  const author = sessionStorage.getItem(AUTHOR);
  if (author === userId) return;
  if (author !== null) discardDrafts();
  sessionStorage.setItem(AUTHOR, userId);
}

export const dropDraft = (name: string): void => sessionStorage.removeItem(`${PREFIX}${name}`);

export function writeDraft(name: string, text: string): void {
  if (text === "") dropDraft(name);
  else sessionStorage.setItem(`${PREFIX}${name}`, text);
}

export const readDraft = (name: string): string => sessionStorage.getItem(`${PREFIX}${name}`) ?? "";

/** Whether there is unsent text of this name: its form opens again after a reload. */
export const hasDraft = (name: string): boolean => readDraft(name) !== "";

/** Text that survives a reload until it is sent, by a unique name. */
export function useDraft(name: string): readonly [text: string, write: (text: string) => void] {
  const [text, setText] = useState(() => readDraft(name));
  const write = (next: string) => {
    setText(next);
    writeDraft(name, next);
  };
  return [text, write] as const;
}
