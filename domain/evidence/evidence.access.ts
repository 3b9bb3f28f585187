import { defineAccess } from "../access/access-rule.ts";
import { all, equals } from "../access/condition.ts";
import {
  auditedParty,
  auditedPartyOfItsProject,
  isInOpenProject,
  isOpen,
  seesItsProject,
  takesPart,
  takesPartInItsProject,
} from "../projects/project.access.ts";

export type EvidenceAction =
  | "evidence.read"
  | "evidence.upload"
  | "evidence.update"
  | "evidence.delete"
  | "evidence.review"
  | "evidence.review_many"
  | "evidence.accept";

export const evidenceAccess = defineAccess<EvidenceAction>({
  "evidence.read": {
    scope: "read",
    on: "evidence",
    project: "project.id",
    roles: seesItsProject,
  },
  // Applies to the project, because the evidence does not exist yet.
  "evidence.upload": {
    scope: "write",
    on: "project",
    project: "id",
    state: isOpen,
    roles: auditedParty,
  },
  "evidence.update": {
    scope: "write",
    on: "evidence",
    project: "project.id",
    state: isInOpenProject,
    roles: auditedPartyOfItsProject,
  },
  "evidence.review": {
    scope: "audit",
    on: "evidence",
    project: "project.id",
    state: isInOpenProject,
    roles: {
      auditor: takesPartInItsProject.auditor,
      manager: auditedPartyOfItsProject.manager,
      admin: auditedPartyOfItsProject.admin,
    },
  },
  // Applies to the project of the evidence.
  "evidence.review_many": {
    scope: "audit",
    on: "project",
    project: "id",
    state: isOpen,
    roles: { auditor: takesPart.auditor, manager: takesPart.manager, admin: takesPart.admin },
  },
  // The auditor's own judgement, in addition to the review of the audited party: no one else can make it.
  "evidence.accept": {
    scope: "audit",
    on: "evidence",
    project: "project.id",
    state: isInOpenProject,
    roles: { auditor: takesPartInItsProject.auditor },
  },
  // Evidence that was ever approved stays, even if replaced or expired: a customer cannot remove it.
  "evidence.delete": {
    scope: "write",
    on: "evidence",
    project: "project.id",
    state: isInOpenProject,
    roles: {
      ...auditedPartyOfItsProject,
      customer: all(auditedPartyOfItsProject.customer, equals("approvedAt", null)),
    },
  },
});
