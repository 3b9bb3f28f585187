import { defineAccess } from "../access/access-rule.ts";
import { seesItsProject, takesPart } from "../projects/project.access.ts";

export type ReportAction = "report.read" | "report.create";

export const reportAccess = defineAccess<ReportAction>({
  "report.read": {
    scope: "read",
    on: "report",
    project: "project.id",
    roles: seesItsProject,
  },
  // Applies to its project, because the report does not exist yet.
  "report.create": { scope: "write", on: "project", project: "id", roles: takesPart },
});
