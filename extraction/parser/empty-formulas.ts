/** A cell with a formula and no value, or an empty one: only a text may be empty. */
const EMPTY =
  /<(?:\w+:)?c\b([^<>]*)>\s*<(?:\w+:)?f\b[^<>]*(?:\/>|>[^<]*<\/(?:\w+:)?f>)\s*(?:<(?:\w+:)?v\s*(?:\/>|><\/(?:\w+:)?v>)\s*)?<\/(?:\w+:)?c>/g;
const TEXT = /\bt=["']str["']/;

/**
 * The number of cells in a sheet's XML whose formula was never calculated: programs other than spreadsheets
 * leave that to the first spreadsheet that opens the file.
 */
export function countEmptyFormulas(sheet: Buffer): number {
  if (!sheet.includes("</f>") && !sheet.includes(":f>")) return 0;
  return [...sheet.toString("latin1").matchAll(EMPTY)].filter(([, attributes = ""]) => !TEXT.test(attributes))
    .length;
}
