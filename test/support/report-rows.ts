import type {
  AuditData,
  AuditRecord,
  ReportedMark,
  ReportedReview,
} from "../../domain/reports/audit-record.ts";
import type {
  ProjectData,
  ControlData,
  EvidenceData,
  FindingData,
} from "../../domain/project-data/project-data.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";
import type { Role } from "../../domain/users/user.rules.ts";

/* Complete rows in the format of reports. */

export const personOf = (name: string, role: Role = "customer"): Person => ({
  id: `id of ${name}`,
  name,
  role,
});

export const controlOf = (number: string, more: Partial<ControlData> = {}): ControlData => ({
  id: `id of ${number}`,
  number,
  title: `Title of ${number}`,
  category: "Access",
  trustCategory: "security",
  position: 0,
  status: "not_started",
  progress: 0,
  progressSource: "evidence",
  requiredEvidence: 1,
  approvedEvidence: 0,
  pendingEvidence: 0,
  notApplicable: false,
  summary: "",
  evidenceHints: [],
  owner: null,
  dueDate: null,
  justification: null,
  statements: {},
  outOfScope: false,
  ...more,
});

export const evidenceOf = (id: string, more: Partial<EvidenceData> = {}): EvidenceData => ({
  id,
  control: "CC6.1",
  alsoControls: [],
  title: "Access policy",
  description: "",
  fileName: "policy_1.pdf",
  fileSize: 10,
  contentType: "application/pdf",
  sha256: "ab".repeat(32),
  status: "approved",
  withheld: null,
  version: 1,
  previousId: null,
  qualityScore: 80,
  tags: [],
  uploadedBy: personOf("Ada"),
  uploadedAt: "2026-03-01T10:00:00.000Z",
  collectedAt: null,
  periodStart: null,
  periodEnd: null,
  expiresAt: null,
  reviewedBy: null,
  reviewedAt: null,
  reviewNote: null,
  chunkingStatus: "COMPLETED",
  ingestionAttempt: 0,
  ingestionError: null,
  acceptance: null,
  acceptedBy: null,
  acceptedAt: null,
  acceptanceNote: null,
  approvedUnread: false,
  warnings: [],
  ...more,
});

export const findingOf = (id: string, more: Partial<FindingData> = {}): FindingData => ({
  id,
  control: "CC6.1",
  title: "Weak passwords",
  description: "Ten accounts.",
  severity: "High",
  status: "open",
  statusReason: null,
  category: "access",
  integration: "manual",
  sourceId: null,
  raisedBy: personOf("Ada"),
  assignedTo: null,
  createdAt: "2026-03-02T10:00:00.000Z",
  updatedAt: "2026-03-02T10:00:00.000Z",
  dueDate: "2026-04-01T10:00:00.000Z",
  acceptedUntil: null,
  resolvedAt: null,
  resolution: null,
  ...more,
});

export const dataOf = (more: Partial<ProjectData> = {}): ProjectData => ({
  asOf: "2026-03-05T12:00:00.000Z",
  project: {
    id: "01981d4e-7c1b-7d3a-9f1e-3a5b6c7d8e9f",
    name: "SOC 2, first year",
    description: "",
    framework: "soc2",
    frameworkName: "SOC 2",
    status: "active",
    periodStart: "2026-01-01",
    periodEnd: "2026-12-31",
  },
  controls: [controlOf("CC6.1")],
  evidence: [evidenceOf("e1")],
  findings: [findingOf("f1")],
  ...more,
});

export const markOf = (more: Partial<ReportedMark> = {}): ReportedMark => ({
  kind: "progress",
  control: "CC6.1",
  evidenceId: null,
  says: "Progress is 80%, set by hand",
  reason: "Done outside of the product",
  saidBy: personOf("Ada"),
  saidAt: "2026-03-01T10:00:00.000Z",
  confirmedBy: null,
  confirmedAt: null,
  note: null,
  ...more,
});

export const reviewOf = (evidenceId: string, more: Partial<ReportedReview> = {}): ReportedReview => ({
  decision: "approved",
  by: personOf("Grace", "auditor"),
  at: "2026-03-02T10:00:00.000Z",
  note: "",
  approvedUnread: false,
  evidenceId,
  title: "Access policy",
  fileName: "policy_1.pdf",
  control: "CC6.1",
  version: 1,
  ...more,
});

export const auditDataOf = (
  more: Partial<ProjectData> = {},
  record: Partial<AuditRecord> = {},
): AuditData => ({
  ...dataOf(more),
  record: {
    customer: personOf("Ada"),
    auditor: personOf("Grace", "auditor"),
    categories: ["security"],
    replaced: [],
    reviews: [],
    marks: [],
    waiting: [],
    ...record,
  },
});
