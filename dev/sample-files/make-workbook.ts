import { utils, write, type CellObject, type WorkSheet } from "@e965/xlsx";

export type CellValue = string | number | boolean | Date | null;

export interface SheetText {
  name: string;
  rows: CellValue[][];
  /** Ranges such as "A2:A4". */
  merges?: string[];
  /** By cell, as in `C2`. */
  formats?: Record<string, string>;
  /** Author and text, by cell. */
  comments?: Record<string, [string, string]>;
  /** From 0. */
  hiddenRows?: number[];
  hiddenColumns?: number[];
}

const hiddenAt = (places: readonly number[] = []): { hidden: boolean }[] =>
  Array.from({ length: Math.max(-1, ...places) + 1 }, (_, n) => ({ hidden: places.includes(n) }));

function sheetOf({ rows, merges = [], formats = {}, comments = {}, ...sides }: SheetText): WorkSheet {
  const sheet = utils.aoa_to_sheet(rows, { cellDates: true, dateNF: "yyyy-mm-dd" });
  sheet["!merges"] = merges.map((range) => utils.decode_range(range));
  for (const [cell, format] of Object.entries(formats)) (sheet[cell] as CellObject).z = format;
  for (const [cell, [author, text]] of Object.entries(comments))
    utils.cell_add_comment(sheet[cell] as CellObject, text, author);
  if (sides.hiddenRows !== undefined) sheet["!rows"] = hiddenAt(sides.hiddenRows);
  if (sides.hiddenColumns !== undefined) sheet["!cols"] = hiddenAt(sides.hiddenColumns);
  return sheet;
}

function makeWorkbook(sheets: readonly SheetText[], bookType: "xlsx" | "biff8"): Buffer {
  const book = utils.book_new();
  for (const sheet of sheets) utils.book_append_sheet(book, sheetOf(sheet), sheet.name);
  return write(book, { type: "buffer", bookType, compression: true }) as Buffer;
}

export const makeXlsx = (sheets: readonly SheetText[]): Buffer => makeWorkbook(sheets, "xlsx");

/** Excel 97 to 2003. */
export const makeXls = (sheets: readonly SheetText[]): Buffer => makeWorkbook(sheets, "biff8");
