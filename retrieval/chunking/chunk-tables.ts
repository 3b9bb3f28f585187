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

const follows = (row: WholeRow, last: Unit | undefined): boolean =>
  last?.row?.table === row.table && last.row.index + 1 === row.index;

/** Whole rows that follow one another in the same table. Parts of a row that was too long belong to none. */
function runsOf(units: readonly Unit[]): (Unit & { row: WholeRow })[][] {
  const runs: (Unit & { row: WholeRow })[][] = [];
  for (const unit of units) {
    const { row } = unit;
    if (row === null) continue;
    const open = runs.at(-1);
    if (open !== undefined && follows(row, open.at(-1))) open.push({ ...unit, row });
    else runs.push([{ ...unit, row }]);
  }
  return runs;
}

/** The tables in the passage that consists of these units, in order. */
export function tablesIn(units: readonly Unit[]): ChunkTable[] {
  const from = units[0]?.start ?? 0;
  return runsOf(units).map((run) => ({
    start: run[0]!.start - from,
    end: run.at(-1)!.end - from,
    header: run[0]!.row.table.header,
    rows: run.map(({ row: { table, index } }) => table.rows[index]!),
  }));
}
