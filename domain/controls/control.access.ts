import { defineAccess } from "../access/access-rule.ts";
import {
  auditedParty,
  auditedPartyOfItsProject,
  isInOpenProject,
  ofOpenProject,
  overseersOfItsProject,
  reviewersOfItsProject,
  seesItsProject,
} from "../projects/project.access.ts";

export type ControlAction =
  | "control.read"
  | "control.update"
  | "control.update_many"
  | "control.state"
  | "control.confirm";

const ofControl = { on: "control", project: "project.id" } as const;
const ofOpenControl = { ...ofControl, state: isInOpenProject } as const;

export const controlAccess = defineAccess<ControlAction>({
  "control.read": { ...ofControl, scope: "read", roles: seesItsProject },
  // Auditors review evidence; the state of a control is the audited party's own statement.
  "control.update": { ...ofOpenControl, scope: "write", roles: auditedPartyOfItsProject },
  // Applies to the project of the controls.
  "control.update_many": { ...ofOpenProject, scope: "write", roles: auditedParty },
  // The users whose statements take effect without evidence: not the audited party.
  "control.state": { ...ofOpenControl, scope: "write", roles: overseersOfItsProject },
  // The users who decide about statements of the audited party.
  "control.confirm": { ...ofOpenControl, scope: "audit", roles: reviewersOfItsProject },
});
