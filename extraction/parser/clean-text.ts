const LIGATURES: Record<string, string> = { ﬀ: "ff", ﬁ: "fi", ﬂ: "fl", ﬃ: "ffi", ﬄ: "ffl", ﬅ: "st", ﬆ: "st" };

/** Soft hyphens, zero-width spaces and byte order marks: readers see one word. */
const INVISIBLE = /[\u00ad\u200b\ufeff]+/g;

/** One line of readable text: no control characters, no typographic ligatures, single spaces. */
export function cleanText(text: string): string {
  return (
    text
      .replace(/[ﬀ-ﬆ]/g, (letter) => LIGATURES[letter] ?? letter)
      // PostgreSQL rejects NUL, and lone surrogates are not valid UTF-8.
      .toWellFormed()
      .replace(INVISIBLE, "")
      // eslint-disable-next-line no-control-regex
      .replace(/[\u0000-\u001f\u007f-\u009f\ufffe\uffff]+/g, " ")
      .replace(/\s+/g, " ")
      .trim()
  );
}
