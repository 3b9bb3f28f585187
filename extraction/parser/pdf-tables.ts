import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import {
  EXACT,
  TOLERANCE,
  areAligned,
  columnOf,
  columnsOf,
  continuesCell,
  isOverSeveral,
  isNear,
  isSentence,
  overlap,
  rightOf,
  type PdfColumnPlace,
} from "./pdf-cells.ts";
import { joinHyphens, partsOf, type PdfCell, type PdfLine } from "./pdf-line.ts";
import { looksLikeHeader } from "./table-header.ts";

/*
 * A table in a PDF is text at positions. Lines in a row whose parts lie below each other become its rows; a line with
 * only some of the later cells continues the row above.
 */

type Table = Extract<Block, { kind: "table" }>;

/** Each is compared with all of the row above. */
const MAX_CELLS = 60;
/** Rows further apart than this many letter heights belong to different tables, and lines to different cells. */
const ROW_GAP = 4;
const LINE_GAP = 1.75;
/** How much further apart rows are than the lines of one, at least. */
const MORE = 1.2;
/** The share of rows whose cells may reach over several columns. */
const MOST_WIDE = 1 / 3;
/** In the name of a column, only years are longer. */
const FIGURE = /\d[.,]\d|(?!(?:19|20)\d\d\b)\b\d{3,}/;
/** The number or sign of a list's item, which a gap separates from its text. */
const LABEL = /^(?:\[\d{1,3}\]|[^\p{L}\p{N}]{1,2}|\(?(?:\p{L}|[ivx]{1,5}|\d{1,3})(?:\.\d{1,3})*[.)]?)$/u;

const isItem = (cells: readonly PdfCell[]): boolean =>
  cells.length === 2 && LABEL.test(cleanText(cells[0]?.text ?? ""));

/** The cells of a line that may be a row. */
function cellsOf(line: PdfLine | undefined): readonly PdfCell[] {
  const { cells = [] } = line ?? {};
  return cells.length > MAX_CELLS || isSentence(cells) ? [] : cells;
}

/** Those of a line that may be the first row. */
function rowOf(line: PdfLine | undefined): readonly PdfCell[] {
  const cells = cellsOf(line);
  return isItem(cells) ? [] : cells;
}

/** Below a row whose cells begin at the same places, letters and numbers are the names of rows. */
function rowBelow(line: PdfLine, before: readonly PdfCell[]): readonly PdfCell[] {
  const cells = cellsOf(line);
  const isInColumns =
    before.length === cells.length && cells.every(({ x }, n) => isNear(x, before[n]?.x ?? 0, EXACT));
  return isInColumns ? cells : rowOf(line);
}

const bottomOf = ({ y, bottom = y }: PdfLine): number => bottom;

const isBelow = (above: PdfLine, line: PdfLine, gap: number): boolean =>
  line.turns === 0 && line.y < bottomOf(above) && bottomOf(above) - line.y <= above.size * gap;

/** Whether a line has nothing in the first column of the row above. */
const isInLater = ([first]: readonly PdfCell[], [part]: readonly PdfCell[]): boolean =>
  first !== undefined && part !== undefined && part.x > first.x + TOLERANCE && !overlap(first, part);

/** Whether a line between two rows has only their first cell: the others are empty, or end above it. */
function isFirstCell(
  above: PdfLine,
  line: PdfLine,
  next: PdfLine | undefined,
  before: readonly PdfCell[],
): boolean {
  const [first, second] = before;
  const [part, ...others] = partsOf(line);
  if (first === undefined || second === undefined || part === undefined || next === undefined) return false;
  const isAlone = others.length === 0 && isNear(part.x, first.x, EXACT) && rightOf(part) < second.x;
  if (!isAlone || !isBelow(above, line, ROW_GAP) || !isBelow(line, next, ROW_GAP)) return false;
  const below = rowBelow(next, before);
  return below.length > 1 && isNear(below[0]?.x ?? 0, first.x, EXACT) && areAligned(before, below, false);
}

/** Whether it is closer to the row above than to the one below. */
const continuesFirst = (above: PdfLine, line: PdfLine, next: PdfLine | undefined): boolean =>
  isBelow(above, line, LINE_GAP) && line.y - (next?.y ?? line.y) > MORE * (bottomOf(above) - line.y);

/** Whether the rows are the names of columns alone, in bold. */
const isHead = (rows: readonly (readonly PdfLine[])[]): boolean =>
  rows.length === 1 &&
  rows
    .flat()
    .flatMap(partsOf)
    .every(({ bold }) => bold);

/** Lines that belong to one table: its rows, each with the lines that continue it. */
function linesFrom(lines: readonly PdfLine[], first: number): { rows: PdfLine[][]; end: number } {
  const rows: PdfLine[][] = [];
  let end = first;
  let above: PdfLine | undefined;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const full = rows.findLast(([row]) => cellsOf(row).length > 1);
    const before = cellsOf(full?.[0]);
    const cells = rowBelow(line, before);
    const parts = partsOf(line);
    if (above !== undefined && isBelow(above, line, LINE_GAP) && isInLater(before, parts)) {
      if (!parts.every((part) => before.some((cell) => continuesCell(cell, part)))) break;
      rows.at(-1)?.push(line);
    } else if (above !== undefined && isFirstCell(above, line, lines[end + 1], before)) {
      if (continuesFirst(above, line, lines[end + 1])) rows.at(-1)?.push(line);
      else rows.push([line]);
    } else if (cells.length < 2 || (above !== undefined && !isBelow(above, line, ROW_GAP))) break;
    else if (above !== undefined && !areAligned(before, cells, isHead(rows))) break;
    else rows.push([line]);
    above = line;
    end += 1;
  }
  return { rows, end };
}

function textsOf(row: readonly PdfLine[], columns: readonly PdfColumnPlace[]): string[] {
  const texts = columns.map(() => "");
  for (const part of row.flatMap(partsOf)) texts[columnOf(columns, part)] += ` ${part.text}`;
  return texts.map((text) => cleanText(joinHyphens(text)));
}

/** The table that begins with a line, and the index of the line after it; null if none does. */
export function tableAt(
  lines: readonly PdfLine[],
  first: number,
  page: number,
): { table: Table; end: number } | null {
  if (rowOf(lines[first]).length < 2) return null;
  const { rows, end } = linesFrom(lines, first);
  const columns = columnsOf(rows.map(([line]) => cellsOf(line)));
  const wide = rows.filter(([line]) => cellsOf(line).some((cell) => isOverSeveral(columns, cell)));
  // Heads of groups reach over several columns; where many lines do, they are text with gaps by chance.
  if (wide.length > rows.length * MOST_WIDE) return null;
  if (rows.length < 2 || columns.length < 2) return null;
  const cells = rows.map((row) => textsOf(row, columns));
  const areBold = rows.map((row) => row.flatMap(partsOf).every(({ bold }) => bold));
  const [names = []] = cells;
  const hasHeader =
    (looksLikeHeader(names) && !names.some((cell) => FIGURE.test(cell))) ||
    (areBold[0] === true && areBold[1] === false);
  const [header, data] = hasHeader ? [names, cells.slice(1)] : [[], cells];
  return { table: { kind: "table", header, rows: data, page, sheet: null }, end };
}
