import type { PdfCell } from "./pdf-line.ts";

/*
 * Which cells of lines are in one column of a table: they begin, end or have their middle at one place.
 */

export interface PdfColumnPlace {
  left: number;
  right: number;
}

/** In points. In justified text, gaps are below each other by chance, but not exactly. */
export const TOLERANCE = 3;
export const EXACT = 1;
/** Fewer cells are above each other by chance. */
const MANY_CELLS = 3;
/** How a part of a sentence or formula begins, but no cell. */
const CONTINUATION = /^[^\p{L}\p{N}\s([{"“'‘]*[,;:)\]}]/u;

export const isNear = (a: number, b: number, tolerance = TOLERANCE): boolean => Math.abs(a - b) <= tolerance;

export const rightOf = ({ x, right = x }: PdfCell): number => right;
const middleOf = (cell: PdfCell): number => (cell.x + rightOf(cell)) / 2;

export const overlap = (cell: PdfCell, other: PdfCell): boolean =>
  cell.x < rightOf(other) && other.x < rightOf(cell);

const areCentred = (cell: PdfCell, other: PdfCell): boolean => isNear(middleOf(cell), middleOf(other), EXACT);

/** Numbers are often set to the right; so are the ends of lines, which are words. */
const IS_NUMBER = /^[^\p{L}]*$/u;

/** Whether brackets that one part opens are closed in a later one. */
function crossesBrackets(cells: readonly PdfCell[]): boolean {
  let open = 0;
  return cells.some(({ text }) => {
    const own = text.split("(").length - text.split(")").length;
    if (own < 0 && open > 0) return true;
    open += Math.max(0, own);
    return false;
  });
}

/** Whether the parts of a line are a sentence or formula, which has gaps by chance. */
export const isSentence = (cells: readonly PdfCell[]): boolean =>
  cells.slice(1).some(({ text }) => CONTINUATION.test(text)) || crossesBrackets(cells);

/** Whether all cells of the shorter row have their middle where cells of the other one have it. */
function areInMiddle(above: readonly PdfCell[], below: readonly PdfCell[]): boolean {
  const [few, many] = above.length < below.length ? [above, below] : [below, above];
  return few.length > 1 && few.every((cell) => many.some((other) => areCentred(cell, other)));
}

/** Whether each cell is below one, and only that. */
const areBelowEach = (above: readonly PdfCell[], below: readonly PdfCell[], least: number): boolean =>
  above.length >= least &&
  above.length === below.length &&
  below.every((cell, n) => above.every((other, m) => overlap(cell, other) === (n === m)));

/**
 * Whether cells of two rows are in columns: some cell but the first begins where one above does, or is a number and
 * ends there; or else all have their middle there, or each is below another. `isHead`: the row above has the names of
 * columns.
 */
export const areAligned = (above: readonly PdfCell[], below: readonly PdfCell[], isHead: boolean): boolean =>
  below
    .slice(1)
    .some((cell) =>
      above.some(
        (other) =>
          isNear(cell.x, other.x, EXACT) ||
          (IS_NUMBER.test(cell.text) && isNear(rightOf(cell), rightOf(other), EXACT)),
      ),
    ) ||
  areInMiddle(above, below) ||
  areBelowEach(above, below, isHead ? 2 : MANY_CELLS);

/** Whether a part of a line below a cell belongs to it. */
export const continuesCell = (cell: PdfCell, part: PdfCell): boolean =>
  isNear(cell.x, part.x) || isNear(middleOf(cell), middleOf(part));

const overlaps = ({ left, right }: PdfColumnPlace, cell: PdfCell): boolean =>
  cell.x <= right && rightOf(cell) >= left;

/** The places of columns from left to right: cells that overlap are in one, except those over several. */
export function columnsOf(rows: readonly (readonly PdfCell[])[]): PdfColumnPlace[] {
  const columns: PdfColumnPlace[] = [];
  for (const cell of rows.toSorted((a, b) => b.length - a.length).flat()) {
    const [column, ...others] = columns.filter((one) => overlaps(one, cell));
    if (others.length > 0) continue;
    if (column === undefined) columns.push({ left: cell.x, right: rightOf(cell) });
    else {
      column.left = Math.min(column.left, cell.x);
      column.right = Math.max(column.right, rightOf(cell));
    }
  }
  return columns.toSorted((a, b) => a.left - b.left);
}

export const isOverSeveral = (columns: readonly PdfColumnPlace[], cell: PdfCell): boolean =>
  columns.filter((column) => overlaps(column, cell)).length > 1;

/** The index of the column of a cell, or else of the nearest one. */
export function columnOf(columns: readonly PdfColumnPlace[], cell: PdfCell): number {
  const found = columns.findIndex((column) => overlaps(column, cell));
  if (found >= 0) return found;
  const distances = columns.map(({ left, right }) => Math.max(left - rightOf(cell), cell.x - right));
  return distances.indexOf(Math.min(...distances));
}
