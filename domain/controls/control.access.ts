import { defineAccess } from "../access/access-rule.ts";
import { through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type ControlAction =
  | "control.read"
  | "control.update"
  | "control.update_many"
  | "control.state"
  | "control.confirm";

const inMyProject = {
  customer: through("project", takesPart.customer),
  manager: through("project", takesPart.manager),
  admin: through("project", takesPart.admin),
};

export const controlAccess = defineAccess<ControlAction>({
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
  // Auditors review evidence; the state of a control is the audited party's own statement.
  "control.update": {
    scope: "write",
    on: "control",
    project: "project.id",
    roles: inMyProject,
  },
  // Applies to the project of the controls.
  "control.update_many": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { customer: takesPart.customer, manager: takesPart.manager, admin: takesPart.admin },
  },
  // The users whose statements take effect without evidence: not the audited party.
  "control.state": {
    scope: "write",
    on: "control",
    project: "project.id",
    roles: { manager: inMyProject.manager, admin: inMyProject.admin },
  },
  // The users who decide about statements of the audited party.
  "control.confirm": {
    scope: "audit",
    on: "control",
    project: "project.id",
    roles: {
      auditor: through("project", takesPart.auditor),
      manager: inMyProject.manager,
      admin: inMyProject.admin,
    },
  },
});
