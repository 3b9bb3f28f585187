import type { Feature } from "../feature.ts";
import { reportAccess } from "./report.access.ts";
import { Report } from "./report.entity.ts";
import { reportEvents } from "./report.events.ts";
import { reportStarts, reportWorkflows } from "./report.workflows.ts";

declare module "../audit-log/audit.rules.ts" {
  interface AccessKinds {
    "report.downloaded": never;
  }
}

export const reports = {
  entities: [Report],
  access: reportAccess,
  events: reportEvents,
  starts: reportStarts,
  workflows: reportWorkflows,
  blobFolders: { reports: "reports" },
} satisfies Feature;
