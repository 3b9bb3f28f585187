import type { Report } from "./report.entity.ts";

/** The report in events. */
export const reportReference = (report: Report) => ({
  id: report.id,
  kind: report.kind,
  project_id: report.project.id,
  requested_by: report.requestedBy.id,
});
