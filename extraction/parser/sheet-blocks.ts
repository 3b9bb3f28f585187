import type { Block } from "../document.ts";
import { looksLikeHeader } from "./table-header.ts";

export interface SheetRow {
  cells: string[];
  /** False if a cell holds a number, a date or a boolean: headers are text. */
  allText: boolean;
  /** The cells with the text of those merged over several columns in each of these, if there are any. */
  spread?: string[];
}

const isEmpty = (row: SheetRow) => row.cells.every((cell) => cell === "");
const filled = (row: SheetRow) => row.cells.filter((cell) => cell !== "").length;

/** Groups of rows separated by empty ones: users put several small tables on one sheet. */
function regionsOf(rows: readonly SheetRow[]): SheetRow[][] {
  const regions: SheetRow[][] = [];
  let open = false;
  for (const row of rows) {
    if (isEmpty(row)) open = false;
    else if (open) regions.at(-1)?.push(row);
    else {
      regions.push([row]);
      open = true;
    }
  }
  return regions;
}

/**
 * Cells from the first used column of the region to the last used one of each row: with equal lengths, a note
 * far to the right of a long sheet would multiply its size.
 */
function trimColumns(region: readonly SheetRow[]): SheetRow[] {
  const starts = region.map((row) => row.cells.findIndex((cell) => cell !== ""));
  const start = starts.reduce((a, b) => Math.min(a, b), Infinity);
  const endOf = ({ cells }: SheetRow) => cells.findLastIndex((cell) => cell !== "") + 1;
  return region.map(({ spread, ...row }) => ({
    ...row,
    cells: row.cells.slice(start, endOf(row)),
    ...(spread === undefined ? {} : { spread: spread.slice(start) }),
  }));
}

/** Under a header, each row has at least its length. */
const underHeader = (cells: readonly string[], header: readonly string[]): string[] => [
  ...cells,
  ...header.slice(cells.length).map(() => ""),
];

const widthOf = (rows: readonly SheetRow[]) =>
  rows.reduce((most, { cells }) => Math.max(most, cells.length), 0);

function isHeader(row: SheetRow, rest: readonly SheetRow[]): boolean {
  if (!row.allText || rest.length === 0 || row.cells.length < widthOf(rest)) return false;
  if (looksLikeHeader(row.cells)) return true;
  // Two named columns over numbers or dates; with text below, they may be name and value.
  return row.cells.length === 2 && filled(row) === 2 && rest.every((r) => !r.allText);
}

/** Names of columns below those of groups of columns, such as the quarters of a year. */
function withGroups({ spread = [] }: SheetRow, { cells }: SheetRow): string[] {
  const width = Math.max(spread.length, cells.length);
  return Array.from({ length: width }, (_, n) => {
    const [group = "", name = ""] = [spread[n], cells[n]];
    return group === name ? name : `${group} ${name}`.trim();
  });
}

/** The names of the columns, and the rows below; none without a row, or two with groups, that names them. */
function splitHeader(table: readonly SheetRow[]): { header: string[] | null; data: readonly SheetRow[] } {
  const [first, second, ...rest] = table;
  if (first?.spread !== undefined && first.allText && second !== undefined) {
    const names = withGroups(first, second);
    if (isHeader({ cells: names, allText: second.allText }, rest)) return { header: names, data: rest };
  }
  const below = table.slice(1);
  return first !== undefined && isHeader(first, below)
    ? { header: first.cells, data: below }
    : { header: null, data: table };
}

/** Lines above a table that fill only one cell are its title or a note. */
function splitTitles(region: readonly SheetRow[]): { titles: SheetRow[]; table: SheetRow[] } {
  const width = region.reduce((most, row) => Math.max(most, filled(row)), 0);
  const start = width === 1 ? region.length : region.findIndex((row) => filled(row) > 1);
  return { titles: region.slice(0, start), table: region.slice(start) };
}

/** Blocks of one sheet. A region without its own header continues under the last header of the same width. */
export function blocksOfRows(rows: readonly SheetRow[], sheet: string): Block[] {
  const blocks: Block[] = [];
  let lastHeader: string[] = [];
  for (const region of regionsOf(rows)) {
    const { titles, table: body } = splitTitles(region);
    for (const title of titles)
      blocks.push({
        kind: "paragraph",
        text: title.cells.filter((cell) => cell !== "").join(" "),
        page: null,
      });
    const table = trimColumns(body);
    if (table.length === 0) continue;
    const { header: own, data } = splitHeader(table);
    const header = own ?? (lastHeader.length === widthOf(table) ? lastHeader : []);
    if (own !== null) lastHeader = own;
    const cells = data.map((row) => underHeader(row.cells, header));
    blocks.push({ kind: "table", header, rows: cells, page: null, sheet });
  }
  return blocks;
}
