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
const BLANK = new Set([0x20, 0x09, 0x0a, 0x0d]);

const numberIn = (tag: string, name: string): number =>
  Number(new RegExp(`\\s${name}=["'](\\d+)["']`).exec(tag)?.[1] ?? 0);

/** Adds columns of a sheet, of those that are read. */
export function hideColumns({ columns }: HiddenCells, first: number, last: number): void {
  for (let column = first; column <= Math.min(last, MAX_COLUMNS - 1); column += 1) columns.add(column);
}

/** What hides a row or column: the mark, or a height or width of nothing. */
const HIDING = [
  ["hidden=", /^hidden=["'](?:1|true)["']/],
  ["width=", /^width=["']0(?:\.0*)?["']/],
  ["ht=", /^ht=["']0(?:\.0*)?["']/],
] as const;

/** Those in a sheet's XML, without parsing it. */
export function hiddenInXml(sheet: Buffer): HiddenCells {
  const hidden = noHiddenCells();
  for (const [name, pattern] of HIDING) hideWhere(sheet, name, pattern, hidden);
  return hidden;
}

function hideWhere(sheet: Buffer, name: string, pattern: RegExp, hidden: HiddenCells): void {
  for (let at = sheet.indexOf(name); at >= 0; at = sheet.indexOf(name, at + 1)) {
    if (!pattern.test(sheet.toString("latin1", at, at + 20)) || !BLANK.has(sheet[at - 1] ?? 0)) continue;
    const before = sheet.subarray(Math.max(0, at - TAG_LENGTH), at);
    const start = Math.max(0, before.lastIndexOf("<"));
    const [after = ""] = sheet.toString("latin1", at, at + TAG_LENGTH).split(">", 1);
    const tag = before.subarray(start).toString("latin1") + after;
    if (/^<(?:\w+:)?row\s/.test(tag)) hidden.rows.add(numberIn(tag, "r") - 1);
    if (/^<(?:\w+:)?col\s/.test(tag)) hideColumns(hidden, numberIn(tag, "min") - 1, numberIn(tag, "max") - 1);
  }
}

/** Whether any of them has a text. */
export const haveText = ({ rows, columns }: HiddenCells, sheet: readonly SheetRow[]): boolean =>
  sheet.some(({ cells }, row) =>
    cells.some((text, column) => text !== "" && (rows.has(row) || columns.has(column))),
  );
