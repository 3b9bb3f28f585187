import { z } from "zod";
import { event, exampleId } from "../events/event-definition.ts";
import { inChannels, type Notice } from "../events/notice.rules.ts";

const reportRef = z.object({
  id: z.string(),
  kind: z.string(),
  project_id: z.string(),
  requested_by: z.string(),
});

const report = {
  id: exampleId(1),
  kind: "auditor_package",
  project_id: exampleId(2),
  requested_by: exampleId(4),
};

const toRequester = {
  notice: (data: { report: z.infer<typeof reportRef> }): Notice =>
    inChannels("reports", [data.report.requested_by]),
};

export const reportEvents = {
  "report.requested": event(
    "A report was requested",
    { report: reportRef.extend({ expires_at: z.iso.datetime() }) },
    { report: { ...report, expires_at: "2026-12-31T00:00:00.000Z" } },
  ),
  "report.completed": event(
    "The file of a report can be downloaded",
    { report: reportRef.extend({ file_name: z.string(), file_size: z.int(), sha256: z.string() }) },
    {
      report: {
        ...report,
        file_name: "auditor-package.zip",
        file_size: 1_048_576,
        sha256: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
      },
    },
    toRequester,
  ),
  "report.failed": event(
    "A report could not be built",
    { report: reportRef.extend({ reason: z.string() }) },
    { report: { ...report, reason: "The project was deleted" } },
    toRequester,
  ),
  "report.expired": event(
    "A report and its file were deleted at their expiry",
    { report: reportRef },
    { report },
  ),
};
