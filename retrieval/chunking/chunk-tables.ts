import type { WholeRow, Unit } from "./sections.ts";

/**
 * Consecutive rows of one table in a passage, as cells. The domain, which knows nothing of chunking, stores them
 * as its `PassageTable`.
 */
export interface ChunkTable {
  /** The part of the passage's text that says the same, as offsets (UTF-16 units, like `slice`). */
  start: number;
  end: number;
  /** The names of the columns; empty if the table has no recognisable header row. */
  header: string[];
  rows: string[][];
}

const follows = (row: WholeRow, last: WholeRow | null): boolean =>
  last?.table === row.table && last.index + 1 === row.index;

/**
 * The tables in the passage that consists of these units, in order: whole rows that follow one another. Parts of a row
 * that was too long belong to none.
 */
export function tablesIn(units: readonly Unit[]): ChunkTable[] {
  const from = units[0]?.start ?? 0;
  const tables: ChunkTable[] = [];
  let last: WholeRow | null = null;
  for (const { row, start, end } of units) {
    if (row === null) continue;
    const open = tables.at(-1);
    if (open !== undefined && follows(row, last)) {
      open.rows.push(row.cells);
      open.end = end - from;
    } else tables.push({ start: start - from, end: end - from, header: row.table.header, rows: [row.cells] });
    last = row;
  }
  return tables;
}
