import { stringify } from "csv-stringify/sync";
import type { ReportTable } from "../../domain/reports/report-tables.rules.ts";

/**
 * A table as RFC 4180 has it, in UTF-8 with a byte order mark, so that spreadsheets read it as such. Cells that a
 * spreadsheet would take for a formula get an apostrophe in front: people wrote them, not we.
 */
export const toCsv = ({ columns, rows }: Pick<ReportTable, "columns" | "rows">): Buffer =>
  Buffer.from(
    stringify([columns, ...rows] as unknown[][], {
      bom: true,
      record_delimiter: "windows",
      // The library quotes cells with the whole delimiter alone; a line break of any kind would end the row.
      quoted_match: [/[\r\n]/],
      escape_formulas: true,
    }),
  );
