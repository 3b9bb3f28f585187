import type { MarkedControl } from "../compliance/score.rules.ts";
import type { Acceptance, Countable, DownloadRefusal } from "../evidence/evidence.rules.ts";
import type { FindingStatus, Severity } from "../findings/finding.rules.ts";
import type { Person } from "../users/read-visible-people.ts";

/** Statements contain names of people only. */
export interface ControlData extends MarkedControl {
  /** The framework's requirement, and typical evidence. */
  summary: string;
  evidenceHints: readonly string[];
  owner: Person | null;
  /** By when it should be complete. */
  dueDate: string | null;
  justification: string | null;
  /** Excluded with its category. */
  outOfScope: boolean;
}

export interface EvidenceData extends Countable {
  id: string;
  /** Number of the control. */
  control: string;
  /** Numbers of further controls that the evidence serves. */
  alsoControls: string[];
  title: string;
  description: string;
  fileName: string;
  fileSize: number;
  contentType: string;
  sha256: string;
  /** Why its file is withheld; null if it can be downloaded. */
  withheld: DownloadRefusal | null;
  version: number;
  /** The version that it replaced. */
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
  /** Warnings about the extraction. */
  warnings: string[];
}

export interface FindingData {
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

/** All data of a project, at one point in time. Times are ISO 8601 UTC, dates YYYY-MM-DD. */
export interface ProjectData {
  /** The time of the latest change of these rows: the same rows have the same time, whenever they are read. */
  asOf: string;
  project: {
    id: string;
    name: string;
    description: string;
    framework: string;
    /** The display name of the framework. */
    frameworkName: string;
    status: string;
    periodStart: string | null;
    periodEnd: string | null;
  };
  /** In the framework's order. */
  controls: ControlData[];
  /** In the order of the controls, then of the uploads. Neither deleted nor replaced. */
  evidence: EvidenceData[];
  /** In chronological order. */
  findings: FindingData[];
}
