import type { Report } from "./report.queries.ts";

export const REPORT_KINDS = [
  "auditor_package",
  "summary_pdf",
  "csv",
  "oscal",
] as const satisfies readonly Report["kind"][];
