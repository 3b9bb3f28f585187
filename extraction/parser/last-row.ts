/** The end of a cell's value, and the start of a cell and a row: names may have any prefix. */
const VALUE_ENDS = ["/v>", ":v>", "/is>", ":is>"];
const CELLS = ["<c ", ":c "];
const ROWS = ["<row ", ":row "];
/** Longer than the part of a cell or row tag that contains its position. */
const TAG_LENGTH = 500;

const lastOf = (part: Buffer, words: readonly string[], before = part.length): number =>
  Math.max(...words.map((word) => part.lastIndexOf(word, before)));

/** The row number in the attribute `r` of the tag, as in `r="B17"`. */
function rowAt(part: Buffer, at: number): number | null {
  if (at < 0) return null;
  const [tag = ""] = part.toString("latin1", at, at + TAG_LENGTH).split(">", 1);
  const [, row] = /\sr=["'][A-Z]*(\d+)["']/i.exec(tag) ?? [];
  return row === undefined ? null : Number(row);
}

function countOf(part: Buffer, word: string): number {
  let count = 0;
  for (let at = part.indexOf(word); at >= 0; at = part.indexOf(word, at + word.length)) count += 1;
  return count;
}

/**
 * The number of the last row with a value in a sheet's XML, without parsing it: the size declared by the
 * writer may be missing. Rows without a value do not count, because some programs write the last possible row
 * for its formatting.
 */
export function lastRowIn(sheet: Buffer): number {
  const end = lastOf(sheet, VALUE_ENDS);
  if (end < 0) return 0;
  // Rows without a number are consecutive.
  return (
    rowAt(sheet, lastOf(sheet, CELLS, end)) ??
    rowAt(sheet, lastOf(sheet, ROWS, end)) ??
    countOf(sheet, "<row")
  );
}
