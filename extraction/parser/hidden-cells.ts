import type { SheetRow } from "./sheet-blocks.ts";

/** Rows and columns that a spreadsheet program does not show, from 0. */
export interface HiddenCells {
  rows: Set<number>;
  columns: Set<number>;
}

export const noHiddenCells = (): HiddenCells => ({ rows: new Set(), columns: new Set() });

/** Longer than the tag of a row or column. */
const TAG_LENGTH = 1_000;
const MAX_COLUMNS = 256;
const IS_HIDDEN = /\shidden=["'](?:1|true)["']/;

const numberIn = (tag: string, name: string): number =>
  Number(new RegExp(`\\s${name}=["'](\\d+)["']`).exec(tag)?.[1] ?? 0);

/** Adds columns of a sheet, of those that are read. */
export function hideColumns({ columns }: HiddenCells, first: number, last: number): void {
  for (let column = first; column <= Math.min(last, MAX_COLUMNS - 1); column += 1) columns.add(column);
}

/** Those in a sheet's XML, without parsing it. */
export function hiddenInXml(sheet: Buffer): HiddenCells {
  const hidden = noHiddenCells();
  for (let at = sheet.indexOf("hidden="); at >= 0; at = sheet.indexOf("hidden=", at + 1)) {
    const before = sheet.subarray(Math.max(0, at - TAG_LENGTH), at);
    const tag = before.subarray(Math.max(0, before.lastIndexOf("<"))).toString("latin1");
    if (!IS_HIDDEN.test(` ${sheet.toString("latin1", at, at + 15)}`)) continue;
    if (/^<(?:\w+:)?row\s/.test(tag)) hidden.rows.add(numberIn(tag, "r") - 1);
    if (/^<(?:\w+:)?col\s/.test(tag)) hideColumns(hidden, numberIn(tag, "min") - 1, numberIn(tag, "max") - 1);
  }
  return hidden;
}

/** Whether any of them has a text. */
export const haveText = ({ rows, columns }: HiddenCells, sheet: readonly SheetRow[]): boolean =>
  sheet.some(({ cells }, row) =>
    cells.some((text, column) => text !== "" && (rows.has(row) || columns.has(column))),
  );
