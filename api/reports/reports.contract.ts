import { z } from "zod";
import type { Row } from "../../platform/database/read-rows.ts";
import type { Report } from "../../domain/reports/report.entity.ts";
import { REPORT_KINDS, REPORT_STATUSES } from "../../domain/reports/report.rules.ts";
import { LANGUAGES } from "../../domain/texts/language.rules.ts";
import { Id, NamedId, PageOf, Timestamp, iso, listQuery, several } from "../common.contract.ts";
import { PersonOf } from "../people.contract.ts";
import { defineBody, defineView } from "../define-schemas.ts";
import { REPORT_REASONS, reportFailureOf } from "../../domain/reports/report-failures.rules.ts";

const Kind = z.enum(REPORT_KINDS);
const Status = z.enum(REPORT_STATUSES);
const ReportLanguage = z.enum(LANGUAGES);

export const RequestReportBody = defineBody("RequestReportBody", {
  project_id: Id,
  kind: Kind,
  language: ReportLanguage.optional().meta({
    description: "Of PDF files and workbooks; the caller's saved language by default",
  }),
});

export const ReportQuery = z.strictObject({
  ...listQuery,
  project_id: NamedId.optional().meta({ description: "Only reports on this project" }),
  kind: several(REPORT_KINDS, "Only reports of these kinds"),
  status: several(REPORT_STATUSES, "Only reports with these statuses"),
});

export const ReportView = defineView("Report", {
  id: Id,
  project_id: Id,
  kind: Kind,
  language: ReportLanguage.meta({ description: "Of PDF files and workbooks" }),
  status: Status,
  progress: z.number().meta({ description: "0 to 1" }),
  requested_by: Id,
  requester: PersonOf("requested_by"),
  requested_at: Timestamp,
  completed_at: Timestamp.nullable(),
  expires_at: Timestamp.meta({ description: "When the report and its file are deleted" }),
  file_name: z.string().nullable(),
  file_size: z.int().nullable(),
  sha256: z.string().nullable().meta({ description: "Of the file" }),
  error: z.string().nullable().meta({ description: "Why the report failed" }),
  failure: z
    .object({ reason: z.enum(REPORT_REASONS), evidence_id: Id.nullable() })
    .nullable()
    .meta({ description: "The same as a code, with the evidence whose file is at fault" }),
});

export const ReportList = PageOf("reports", ReportView, "ReportList");

export const presentReport = (report: Row<Report>): z.infer<typeof ReportView> => ({
  id: report.id,
  project_id: report.project.id,
  kind: report.kind,
  language: report.language,
  status: report.status,
  progress: report.progress,
  requested_by: report.requestedBy.id,
  requested_at: report.requestedAt.toISOString(),
  completed_at: iso(report.completedAt),
  expires_at: report.expiresAt.toISOString(),
  file_name: report.fileName ?? null,
  file_size: report.fileSize ?? null,
  sha256: report.sha256 ?? null,
  error: report.error ?? null,
  failure: reportFailureOf(report.error ?? null),
});
