import type { MarkedControl } from "../compliance/score.rules.ts";
import type { Acceptance, Countable, Withheld } from "../evidence/evidence.rules.ts";
import type { FindingStatus, Severity } from "../findings/finding.rules.ts";
import type { Person } from "../users/find-people.ts";

/** People in its statements are names alone. */
export interface ReportedControl extends MarkedControl {
  /** What the framework asks for, and what typical evidence looks like. */
  summary: string;
  evidenceHints: readonly string[];
  owner: Person | null;
  justification: string | null;
  /** Left out with its category. */
  outOfScope: boolean;
}

export interface ReportedEvidence extends Countable {
  id: string;
  /** Number of the control. */
  control: string;
  /** Numbers of further controls the evidence serves. */
  alsoControls: string[];
  title: string;
  description: string;
  fileName: string;
  fileSize: number;
  contentType: string;
  sha256: string;
  /** Why its file is handed to nobody; null when it is handed out. */
  withheld: Withheld | null;
  version: number;
  /** The version that it took the place of. */
  previousId: string | null;
  qualityScore: number;
  tags: string[];
  uploadedBy: Person | null;
  uploadedAt: string;
  collectedAt: string | null;
  periodStart: string | null;
  periodEnd: string | null;
  expiresAt: string | null;
  reviewedBy: Person | null;
  reviewedAt: string | null;
  reviewNote: string | null;
  acceptance: Acceptance | null;
  acceptedBy: Person | null;
  acceptedAt: string | null;
  acceptanceNote: string | null;
  /** Why its file could not be read. */
  ingestionError: string | null;
  /** What to know of the reading of the file. */
  warnings: string[];
}

export interface ReportedFinding {
  id: string;
  control: string | null;
  title: string;
  description: string;
  severity: Severity;
  status: FindingStatus;
  statusReason: string | null;
  category: string;
  integration: string;
  sourceId: string | null;
  raisedBy: Person | null;
  assignedTo: Person | null;
  createdAt: string;
  updatedAt: string;
  dueDate: string | null;
  acceptedUntil: string | null;
  resolvedAt: string | null;
  resolution: string | null;
}

/** All that reports tell of a project, as it stood at one moment. Times are ISO 8601 UTC, days YYYY-MM-DD. */
export interface ReportData {
  /** When the latest change was made that is told of: the same rows have the same one, whenever they are read. */
  asOf: string;
  project: {
    id: string;
    name: string;
    description: string;
    framework: string;
    /** What people call the framework. */
    frameworkName: string;
    status: string;
    periodStart: string | null;
    periodEnd: string | null;
  };
  /** In the framework's order. */
  controls: ReportedControl[];
  /** In the order of the controls, then as they were uploaded. Neither deleted nor replaced. */
  evidence: ReportedEvidence[];
  /** As they were raised. */
  findings: ReportedFinding[];
}
