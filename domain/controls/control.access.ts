import { defineAccess } from "../access/access-rule.ts";
import {
  auditedParty,
  auditedPartyOfItsProject,
  isInOpenProject,
  isOpen,
  seesItsProject,
  takesPartInItsProject,
} from "../projects/project.access.ts";

export type ControlAction =
  | "control.read"
  | "control.update"
  | "control.update_many"
  | "control.state"
  | "control.confirm";

export const controlAccess = defineAccess<ControlAction>({
  "control.read": {
    scope: "read",
    on: "control",
    project: "project.id",
    roles: seesItsProject,
  },
  // Auditors review evidence; the state of a control is the audited party's own statement.
  "control.update": {
    scope: "write",
    on: "control",
    project: "project.id",
    state: isInOpenProject,
    roles: auditedPartyOfItsProject,
  },
  // Applies to the project of the controls.
  "control.update_many": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: auditedParty,
  },
  // The users whose statements take effect without evidence: not the audited party.
  "control.state": {
    scope: "write",
    on: "control",
    project: "project.id",
    state: isInOpenProject,
    roles: { manager: auditedPartyOfItsProject.manager, admin: auditedPartyOfItsProject.admin },
  },
  // The users who decide about statements of the audited party.
  "control.confirm": {
    scope: "audit",
    on: "control",
    project: "project.id",
    state: isInOpenProject,
    roles: {
      auditor: takesPartInItsProject.auditor,
      manager: auditedPartyOfItsProject.manager,
      admin: auditedPartyOfItsProject.admin,
    },
  },
});
