import { defineAccess } from "../access/access-rule.ts";
import { ofProject, seesItsProject, takesPart } from "../projects/project.access.ts";

export type ReportAction = "report.read" | "report.create";

export const reportAccess = defineAccess<ReportAction>({
  "report.read": { on: "report", project: "project.id", scope: "read", roles: seesItsProject },
  // Applies to its project, because the report does not exist yet.
  "report.create": { ...ofProject, scope: "write", roles: takesPart },
});
