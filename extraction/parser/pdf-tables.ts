import type { Block } from "../document.ts";
import { cleanText } from "./clean-text.ts";
import { partsOf, type PdfCell, type PdfLine } from "./pdf-line.ts";
import { looksLikeHeader } from "./table-header.ts";

/*
 * A table in a PDF is text at positions. Lines in a row whose parts lie below each other become its rows; a line with
 * only some of the later cells continues the row above.
 */

type Table = Extract<Block, { kind: "table" }>;

/** In points. In justified text, gaps are below each other by chance, but not exactly. */
const TOLERANCE = 3;
const EXACT = 1;
/** Each is compared with all of the row above. */
const MAX_CELLS = 60;
/** Rows further apart than this many letter heights belong to different tables, and lines to different cells. */
const ROW_GAP = 4;
const LINE_GAP = 1.75;
/** The number or sign of a list's item, which a gap separates from its text. */
const LABEL = /^(?:\[\d{1,3}\]|[^\p{L}\p{N}]{1,2}|\(?(?:\p{L}|[ivx]{1,5}|\d{1,3})(?:\.\d{1,3})*[.)]?)$/u;

interface Column {
  left: number;
  right: number;
}

const isNear = (a: number, b: number, tolerance = TOLERANCE): boolean => Math.abs(a - b) <= tolerance;

const isItem = (cells: readonly PdfCell[]): boolean =>
  cells.length === 2 && LABEL.test(cleanText(cells[0]?.text ?? ""));

/** The cells of a line that may be a row. */
function rowOf(line: PdfLine | undefined): readonly PdfCell[] {
  const { cells = [] } = line ?? {};
  return cells.length > MAX_CELLS || isItem(cells) ? [] : cells;
}

/** Numbers are often set to the right; so are the ends of lines, which are words. */
const IS_NUMBER = /^[^\p{L}]*$/u;

/** Whether some cell but the first begins where one above does, or is a number and ends there. */
const areAligned = (above: readonly PdfCell[], below: readonly PdfCell[]): boolean =>
  below
    .slice(1)
    .some(({ x, right = x, text }) =>
      above.some(
        (cell) =>
          isNear(x, cell.x, EXACT) || (IS_NUMBER.test(text) && isNear(right, cell.right ?? cell.x, EXACT)),
      ),
    );

const isBelow = (above: PdfLine, line: PdfLine, gap: number): boolean =>
  line.turns === 0 && line.y < above.y && above.y - line.y <= above.size * gap;

/** The places of columns from left to right: cells that overlap are in one. */
function columnsOf(rows: readonly (readonly PdfCell[])[]): Column[] {
  const columns: Column[] = [];
  for (const { x, right = x } of rows.flat().toSorted((a, b) => a.x - b.x)) {
    const last = columns.at(-1);
    if (last === undefined || x > last.right) columns.push({ left: x, right });
    else last.right = Math.max(last.right, right);
  }
  return columns;
}

/** Lines that belong to one table: its rows, each with the lines that continue it. */
function linesFrom(lines: readonly PdfLine[], first: number): { rows: PdfLine[][]; end: number } {
  const rows: PdfLine[][] = [];
  let end = first;
  let above: PdfLine | undefined;
  for (let line = lines[end]; line !== undefined; line = lines[end]) {
    const [cells, before] = [rowOf(line), rowOf(rows.at(-1)?.[0])];
    const start = before[0]?.x ?? line.x;
    if (above !== undefined && isBelow(above, line, LINE_GAP) && line.x > start + TOLERANCE) {
      const parts = partsOf(line);
      if (!parts.every((part) => before.some(({ x }) => isNear(x, part.x)))) break;
      rows.at(-1)?.push(line);
    } else if (cells.length < 2 || (above !== undefined && !isBelow(above, line, ROW_GAP))) break;
    else if (above !== undefined && !areAligned(before, cells)) break;
    else rows.push([line]);
    above = line;
    end += 1;
  }
  return { rows, end };
}

function textsOf(row: readonly PdfLine[], columns: readonly Column[]): string[] {
  const texts = columns.map(() => "");
  const parts = row.flatMap(partsOf);
  for (const { x, text } of parts) {
    const column = columns.findIndex(({ left, right }) => x >= left - TOLERANCE && x <= right + TOLERANCE);
    texts[Math.max(0, column)] += ` ${text}`;
  }
  return texts.map(cleanText);
}

/** The table that begins with a line, and the index of the line after it; null if none does. */
export function tableAt(
  lines: readonly PdfLine[],
  first: number,
  page: number,
): { table: Table; end: number } | null {
  if (rowOf(lines[first]).length < 2) return null;
  const { rows, end } = linesFrom(lines, first);
  const columns = columnsOf(rows.map(([line]) => rowOf(line)));
  if (rows.length < 2 || columns.length < 2) return null;
  const cells = rows.map((row) => textsOf(row, columns));
  const areBold = rows.map((row) => row.flatMap(partsOf).every(({ bold }) => bold));
  const hasHeader = looksLikeHeader(cells[0] ?? []) || (areBold[0] === true && areBold[1] === false);
  const [header, data] = hasHeader ? [cells[0] ?? [], cells.slice(1)] : [[], cells];
  return { table: { kind: "table", header, rows: data, page, sheet: null }, end };
}
