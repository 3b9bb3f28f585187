import { stringify } from "csv-stringify/sync";

export type Cell = string | number | null;

/** At the start of a file it says that the text is UTF-8; spreadsheets guess otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Some programs skip them before they look at what a cell holds. */
const SKIPPED_AT_START = /^[\t\r\n]/;
const FORMULA = /[=+\-@\uff1d\uff0b\uff0d\uff20]/;
/** What a spreadsheet may take for the end of a cell: which of them is for its language and its reader to say. */
const SEPARATOR = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;
const SKIPPED = /[\s"]/;

/** An apostrophe before each sign that begins a formula where a cell may begin, also in the midst of the text. */
function withoutFormulas(text: string): string {
  let safe = SKIPPED_AT_START.test(text) ? "'" : "";
  if (!FORMULA.test(text)) return safe + text;
  let begins = true;
  for (const character of text) {
    if (begins && FORMULA.test(character)) safe += "'";
    safe += character;
    begins = SEPARATOR.test(character) || (begins && SKIPPED.test(character));
  }
  return safe;
}

/**
 * Rows as RFC 4180 has them. What a spreadsheet would take for a formula gets an apostrophe in front: people wrote it,
 * not we. That holds after every separator, because a file is also read with another one than the comma, and a quotation
 * mark then keeps nothing together.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    record_delimiter: "windows",
    // The library quotes cells with the whole delimiter alone; a line break of any kind would end the row.
    quoted_match: [/[\r\n]/],
    cast: { string: withoutFormulas },
  });
