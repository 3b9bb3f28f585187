import { stringify } from "csv-stringify/sync";

export type Cell = string | number | null;

/** At the start of a file it says that the text is UTF-8; spreadsheets guess otherwise. */
export const BYTE_ORDER_MARK = "\ufeff";

/**
 * Rows as RFC 4180 has them. Cells that a spreadsheet would take for a formula get an apostrophe in front: people wrote
 * them, not we.
 */
export const csvLines = (rows: readonly (readonly Cell[])[]): string =>
  stringify(rows as Cell[][], {
    record_delimiter: "windows",
    // The library quotes cells with the whole delimiter alone; a line break of any kind would end the row.
    quoted_match: [/[\r\n]/],
    escape_formulas: true,
  });
