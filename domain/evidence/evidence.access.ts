import { defineAccess } from "../access/access-rule.ts";
import { all, equals, through } from "../access/condition.ts";
import { seesProject, takesPart } from "../projects/project.access.ts";

export type EvidenceAction =
  | "evidence.read"
  | "evidence.upload"
  | "evidence.update"
  | "evidence.delete"
  | "evidence.review"
  | "evidence.review_many"
  | "evidence.accept";

const inMyProject = {
  customer: through("project", takesPart.customer),
  manager: through("project", takesPart.manager),
  admin: through("project", takesPart.admin),
};

export const evidenceAccess = defineAccess<EvidenceAction>({
  "evidence.read": {
    scope: "read",
    on: "evidence",
    project: "project.id",
    roles: {
      customer: through("project", seesProject.customer),
      auditor: through("project", seesProject.auditor),
      manager: through("project", seesProject.manager),
      admin: through("project", seesProject.admin),
    },
  },
  // Applies to the project, because the evidence does not exist yet.
  "evidence.upload": {
    scope: "write",
    on: "project",
    project: "id",
    roles: { customer: takesPart.customer, manager: takesPart.manager, admin: takesPart.admin },
  },
  "evidence.update": { scope: "write", on: "evidence", project: "project.id", roles: inMyProject },
  "evidence.review": {
    scope: "audit",
    on: "evidence",
    project: "project.id",
    roles: {
      auditor: through("project", takesPart.auditor),
      manager: inMyProject.manager,
      admin: inMyProject.admin,
    },
  },
  // Applies to the project of the evidence.
  "evidence.review_many": {
    scope: "audit",
    on: "project",
    project: "id",
    roles: { auditor: takesPart.auditor, manager: takesPart.manager, admin: takesPart.admin },
  },
  // The auditor's own judgement, in addition to the review of the audited party: no one else can make it.
  "evidence.accept": {
    scope: "audit",
    on: "evidence",
    project: "project.id",
    roles: { auditor: through("project", takesPart.auditor) },
  },
  // Evidence that an auditor ever accepted stays, even if replaced or expired: a customer cannot remove it.
  "evidence.delete": {
    scope: "write",
    on: "evidence",
    project: "project.id",
    roles: { ...inMyProject, customer: all(inMyProject.customer, equals("approvedAt", null)) },
  },
});
