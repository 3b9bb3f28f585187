const WORD = /[\p{L}\p{N}][\p{L}\p{N}.()_-]*/gu;

/** The words of a text, as they could be numbers of controls (AC-2(1), A.8.1), without the full stop of a sentence. */
export const numberWordsIn = (text: string): string[] =>
  (text.match(WORD) ?? []).map((word) => word.replace(/\.$/, ""));
