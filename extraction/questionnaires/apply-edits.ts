/** The part of a text to replace. */
export interface Edit {
  start: number;
  end: number;
  text: string;
}

/** The text with all edits, which are in order. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const edit of edits) {
    pieces.push(text.slice(from, edit.start), edit.text);
    from = edit.end;
  }
  return [...pieces, text.slice(from)].join("");
}
