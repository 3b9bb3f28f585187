import { stringify } from "csv-stringify/sync";
import { FORMULA_CHARACTERS } from "./formula-characters.ts";

export type CsvCell = string | number | null;

/** At the start of a file it marks the text as UTF-8; otherwise spreadsheets guess. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Some programs skip these before they evaluate a cell. */
const SKIPPED_AT_START = /^[\t\r\n]/;
/** Possible ends of a cell in a spreadsheet, depending on its language and settings. */
const SEPARATOR = /[,;|\t\r\n\v\f\u0085\u2028\u2029]/;
const SKIPPED = /[\s"]/;

/** Puts an apostrophe before every formula character where a cell may begin, even within the text. */
function withoutFormulas(text: string): string {
  let safe = SKIPPED_AT_START.test(text) ? "'" : "";
  if (!FORMULA_CHARACTERS.test(text)) return safe + text;
  let begins = true;
  for (const character of text) {
    if (begins && FORMULA_CHARACTERS.test(character)) safe += "'";
    safe += character;
    begins = SEPARATOR.test(character) || (begins && SKIPPED.test(character));
  }
  return safe;
}

/**
 * Rows in RFC 4180 format. Text that a spreadsheet would run as a formula gets an apostrophe, because people
 * wrote it. This applies after every separator too: a program may split the file at another one than the
 * comma, and quotation marks then no longer protect the cell.
 */
export const csvLines = (rows: readonly (readonly CsvCell[])[]): string =>
  stringify(rows as CsvCell[][], {
    record_delimiter: "windows",
    // The library quotes only cells with the whole delimiter, but any line break would end the row.
    quoted_match: [/[\r\n]/],
    cast: { string: withoutFormulas },
  });
