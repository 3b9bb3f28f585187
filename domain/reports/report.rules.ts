import { daysAfter } from "../days.rules.ts";
import type { Texts } from "../texts/en.ts";

export const REPORT_KINDS = ["auditor_package", "summary_pdf", "csv", "oscal"] as const;
export type ReportKind = (typeof REPORT_KINDS)[number];

export const REPORT_STATUSES = ["queued", "building", "completed", "failed"] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

const KEPT_DAYS = 30;
/** When a report and its file are deleted. */
export const reportExpiry = (requestedAt: Date): Date => daysAfter(requestedAt, KEPT_DAYS);

export const reportWorkflowId = (reportId: string): string => `report-${reportId}`;

/** Where the files of a report are in the blob store. */
export const reportKeys = (reportId: string) => ({
  folder: `reports/${reportId}`,
  /** Files for the steps of the workflow only. */
  work: `reports/${reportId}/work`,
  /** The rows as JSON, between two of these steps. */
  snapshot: `reports/${reportId}/work/snapshot.json`,
  /** By hash: an abandoned step that still writes does not touch the recorded file. */
  file: (sha256: string) => `reports/${reportId}/${sha256}`,
});

const FILES: Record<ReportKind, { extension: string; contentType: string }> = {
  auditor_package: { extension: "zip", contentType: "application/zip" },
  summary_pdf: { extension: "pdf", contentType: "application/pdf" },
  csv: { extension: "zip", contentType: "application/zip" },
  oscal: { extension: "zip", contentType: "application/zip" },
};

export const contentTypeOf = (kind: ReportKind): string => FILES[kind].contentType;

/** The title of the file: its subject and the date of its data. Not yet safe as a file name. */
export const reportTitle = (
  kind: ReportKind,
  { project, asOf }: { project: { name: string }; asOf: string },
  { reports }: Texts,
): string => `${project.name} ${reports.fileOf[kind]} ${asOf.slice(0, 10)}.${FILES[kind].extension}`;

interface ReferencedReport {
  id: string;
  kind: ReportKind;
  project: { id: string };
  requestedBy: { id: string };
}

/** The report in events. */
export const reportReference = (report: ReferencedReport) => ({
  id: report.id,
  kind: report.kind,
  project_id: report.project.id,
  requested_by: report.requestedBy.id,
});
