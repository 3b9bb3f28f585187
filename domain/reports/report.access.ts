import { defineAccess } from "../access/access-rule.ts";
import { through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type ReportAction = "report.read" | "report.create";

export const reportAccess = defineAccess<ReportAction>({
  "report.read": {
    scope: "read",
    on: "report",
    project: "project.id",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: through("project", seesProject.admin),
    },
  },
  // Applies to its project, because the report does not exist yet.
  "report.create": { scope: "write", on: "project", project: "id", roles: takesPart },
});
