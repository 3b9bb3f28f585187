import type { Block } from "../document.ts";
import { looksLikeHeader } from "./table-header.ts";

export interface SheetRow {
  /** From 1, as displayed by spreadsheet programs. */
  number: number;
  cells: string[];
  /** False if a cell holds a number, a date or a boolean: headers are text. */
  allText: boolean;
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

/** Cells from the first to the last used column of the region; all rows have the same length. */
function trimColumns(region: readonly SheetRow[]): SheetRow[] {
  const ends = region.map((row) => row.cells.findLastIndex((cell) => cell !== "") + 1);
  const starts = region.map((row) => row.cells.findIndex((cell) => cell !== ""));
  const end = ends.reduce((a, b) => Math.max(a, b), 0);
  const start = starts.reduce((a, b) => Math.min(a, b), end);
  return region.map((row) => ({
    ...row,
    cells: Array.from({ length: end - start }, (_, i) => row.cells[start + i] ?? ""),
  }));
}

function isHeader(row: SheetRow, rest: readonly SheetRow[]): boolean {
  if (!row.allText || rest.length === 0) return false;
  if (
    looksLikeHeader(
      row.cells,
      rest.map((r) => r.cells),
    )
  )
    return true;
  // Two named columns over numbers or dates; with text below, they may be name and value.
  return row.cells.length === 2 && filled(row) === 2 && rest.every((r) => !r.allText);
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
    const [first, ...rest] = table;
    if (first === undefined) continue;
    const own = isHeader(first, rest);
    const header = own ? first.cells : lastHeader.length === first.cells.length ? lastHeader : [];
    if (own) lastHeader = header;
    const data = own ? rest : table;
    const firstRow = data[0]?.number ?? first.number;
    blocks.push({ kind: "table", header, rows: data.map((row) => row.cells), page: null, sheet, firstRow });
  }
  return blocks;
}
