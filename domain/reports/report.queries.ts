import { conflict } from "../../platform/errors.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import type { Visible } from "../access/load-visible.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { Report } from "./report.entity.ts";
import type { ReportKind, ReportStatus } from "./report.rules.ts";
import { reportAccess } from "./report.access.ts";

export const reportListing: Listing<Report> = {
  entity: Report,
  sortable: {
    requested_at: "requestedAt",
    completed_at: "completedAt",
    expires_at: "expiresAt",
    kind: "kind",
    status: "status",
  },
  searchable: { file_name: "fileName" },
  createdAt: "requestedAt",
};

export const visibleReport: Visible<Report> = {
  entity: Report,
  rule: reportAccess["report.read"],
  name: "Report",
  populate: ITS_PROJECT_PATHS,
};

export interface ReportListInput extends ListInput {
  projectId?: string | undefined;
  kind?: OneOrMore<ReportKind>;
  status?: OneOrMore<ReportStatus>;
}

export async function listReports(ctx: QueryContext, input: ReportListInput): Promise<Page<Row<Report>>> {
  const { projectId, kind, status } = input;
  const filters = [
    await whereInProjects(ctx, reportAccess["report.read"]),
    ...matching({ project: projectId, kind, status }),
  ];
  return listPage(ctx.em, reportListing, input, filters);
}

/** The file of a completed report; CONFLICT as long as there is none. */
export function requireFile(report: Row<Report>): Row<Report> & { fileName: string; sha256: string } {
  const { status, fileName, sha256 } = report;
  if (status === "failed")
    throw conflict("The report failed: request a new one", { reason: "report_failed" });
  if (status !== "completed" || fileName == null || sha256 == null)
    throw conflict("The report is still being built: download it when its status is completed", {
      reason: "report_running",
    });
  return { ...report, fileName, sha256 };
}
