import type { AccessRules } from "../access/access-rule.ts";
import { through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type ControlAction = "control.read" | "control.update";

export const controlAccess: AccessRules<ControlAction> = {
  "control.read": {
    scope: "read",
    on: "control",
    project: "project.id",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: through("project", seesProject.admin),
    },
  },
  // Auditors judge evidence; how a control stands is the audited people's own statement.
  "control.update": {
    scope: "write",
    on: "control",
    project: "project.id",
    roles: {
      customer: through("project", takesPart.customer),
      manager: through("project", takesPart.manager),
      admin: through("project", takesPart.admin),
    },
  },
};
