import { defineAccess } from "../access/access-rule.ts";
import { all, equals } from "../access/condition.ts";
import {
  auditedParty,
  auditedPartyOfItsProject,
  isInOpenProject,
  ofOpenProject,
  reviewers,
  reviewersOfItsProject,
  seesItsProject,
} from "../projects/project.access.ts";

export type EvidenceAction =
  | "evidence.read"
  | "evidence.upload"
  | "evidence.update"
  | "evidence.delete"
  | "evidence.review"
  | "evidence.review_many"
  | "evidence.accept";

const ofEvidence = { on: "evidence", project: "project.id" } as const;
const ofOpenEvidence = { ...ofEvidence, state: isInOpenProject } as const;

export const evidenceAccess = defineAccess<EvidenceAction>({
  "evidence.read": { ...ofEvidence, scope: "read", roles: seesItsProject },
  // Applies to the project, because the evidence does not exist yet.
  "evidence.upload": { ...ofOpenProject, scope: "write", roles: auditedParty },
  "evidence.update": { ...ofOpenEvidence, scope: "write", roles: auditedPartyOfItsProject },
  "evidence.review": { ...ofOpenEvidence, scope: "audit", roles: reviewersOfItsProject },
  // Applies to the project of the evidence.
  "evidence.review_many": { ...ofOpenProject, scope: "audit", roles: reviewers },
  // The auditor's own judgement, in addition to the review of the audited party: no one else can make it.
  "evidence.accept": {
    ...ofOpenEvidence,
    scope: "audit",
    roles: { auditor: reviewersOfItsProject.auditor },
  },
  // Evidence that was ever approved stays, even if replaced or expired: a customer cannot remove it.
  "evidence.delete": {
    ...ofOpenEvidence,
    scope: "write",
    roles: {
      ...auditedPartyOfItsProject,
      customer: all(auditedPartyOfItsProject.customer, equals("approvedAt", null)),
    },
  },
});
