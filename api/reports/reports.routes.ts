import { loadProject } from "../../domain/projects/project.queries.ts";
import { requestReport } from "../../domain/reports/report.commands.ts";
import {
  visibleReport,
  listReports,
  reportListing,
  requireFile,
} from "../../domain/reports/report.queries.ts";
import { contentTypeOf, reportKeys } from "../../domain/reports/report.rules.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import type { EvidenceFileDeps } from "../evidence/evidence-files.routes.ts";
import { recordDownload } from "../evidence/record-download.ts";
import { BLOB_ANSWERS, sendBlob } from "../evidence/send-blob.ts";
import { defineRoute, type RawAnswer, type Route, type RouteContext } from "../route.ts";
import { ReportList, ReportQuery, ReportView, RequestReportBody, presentReport } from "./reports.contract.ts";

const PATH = "/api/v1/reports";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List reports, newest first",
  access: lists("report.read"),
  query: ReportQuery,
  listing: reportListing,
  output: ReportList,
  act: (ctx, { query }) => {
    const { project_id: projectId, kind, status } = query;
    return listReports(ctx, { ...listInput(query), projectId, kind, status });
  },
  present: ({ items, pagination }) => ({ reports: items.map(presentReport), pagination }),
});

const request = defineRoute({
  method: "post",
  path: PATH,
  summary: "Request a report; a workflow builds it",
  access: may("report.create"),
  body: RequestReportBody,
  status: 202,
  answers: { 404: "The project does not exist or is not visible to the caller" },
  output: ReportView,
  load: (ctx: RouteContext, { body }) => loadProject(ctx, body.project_id),
  act: (ctx, { body: { kind, language } }, project) => requestReport(ctx, { project, kind, language }),
  present: presentReport,
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get a report: its progress, and its file when completed",
  access: reads(visibleReport),
  params: IdParams,
  output: ReportView,
  act: async (_ctx, _input, report) => report,
  present: presentReport,
});

const file = ({ blobs }: EvidenceFileDeps): Route =>
  defineRoute({
    method: "get",
    path: `${PATH}/:id/file`,
    summary: "Download a completed report; range requests are supported",
    access: reads(visibleReport),
    params: IdParams,
    answer: "raw",
    answers: { ...BLOB_ANSWERS, 409: "The report is not ready yet" },
    act: async (ctx, _input, report) => {
      const completed = requireFile(report);
      await recordDownload(ctx, "report", completed, { kind: completed.kind });
      return completed;
    },
    present:
      ({ id, kind, fileName, fileSize, sha256 }): RawAnswer =>
      (response) =>
        sendBlob(blobs, response, {
          key: reportKeys(id).file(sha256),
          contentType: contentTypeOf(kind),
          fileName,
          etag: sha256,
          size: fileSize ?? null,
          sha256,
        }),
  });

export const createReportRoutes = (deps: EvidenceFileDeps): Route[] => [list, request, read, file(deps)];
