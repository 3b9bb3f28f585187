import type { ReportTable } from "../../domain/reports/report-tables.rules.ts";
import { BYTE_ORDER_MARK, csvLines } from "../../platform/documents/csv.ts";

/** A table as a CSV file for spreadsheets. */
export const toCsv = ({ columns, rows }: Pick<ReportTable, "columns" | "rows">): Buffer =>
  Buffer.from(BYTE_ORDER_MARK + csvLines([columns, ...rows]));
