import { utils, type CellObject } from "@e965/xlsx";

/** A cell whose value is a date in words of ISO 8601, not a number. */
const DATE_CELL =
  /<(?:\w+:)?c(?=\s)(?=[^<>]*\st=["']d["'])(?=[^<>]*\sr=["']([A-Z]{1,3}\d{1,7})["'])[^<>]*>\s*<(?:\w+:)?v>([^<]{8,40})<\//g;
const ISO = /^(\d{4}-\d\d-\d\d)(?:T(\d\d:\d\d:\d\d))?/;
const MIDNIGHT = "00:00:00";

/** By cell, as in `C2`, the dates in a sheet's XML. */
export function isoDatesInXml(sheet: Buffer): Map<string, string> {
  const dates = new Map<string, string>();
  if (!sheet.includes('t="d"') && !sheet.includes("t='d'")) return dates;
  for (const [, cell = "", value = ""] of sheet.toString("latin1").matchAll(DATE_CELL)) {
    const [, day, time = MIDNIGHT] = ISO.exec(value) ?? [];
    if (day !== undefined) dates.set(cell, time === MIDNIGHT ? day : `${day} ${time}`);
  }
  return dates;
}

/** Shows dates without a format as they are stored: the library makes numbers of them. */
export function showDates(
  rows: readonly (readonly (CellObject | undefined)[] | undefined)[],
  dates: ReadonlyMap<string, string>,
): void {
  for (const [place, date] of dates) {
    const { r, c } = utils.decode_cell(place);
    const cell = rows[r]?.[c];
    if (cell?.z === "General") cell.w = date;
  }
}
