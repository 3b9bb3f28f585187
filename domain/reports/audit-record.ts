import type { StatedField, presentChange } from "../controls/statement.rules.ts";
import type { Person } from "../users/read-visible-people.ts";
import type { ProjectData, EvidenceData } from "../project-data/project-data.ts";

export type ReviewedKind =
  | "approved"
  | "rejected"
  | "approval_withdrawn"
  | "accepted"
  | "acceptance_withdrawn";

/** A review decision about a piece of evidence. */
export interface ReportedReview {
  decision: ReviewedKind;
  by: Person | null;
  at: string;
  note: string;
  /** The reviewer approved it with the note although its file could not be read. */
  approvedUnread: boolean;
  evidenceId: string;
  /** At that time. */
  title: string;
  fileName: string;
  control: string | null;
  /** Null if the evidence was deleted since. */
  version: number | null;
}

/** A statement in place of evidence. */
export interface ReportedMark {
  kind: StatedField | "scope" | "approved_unread";
  /** Null for the whole project. */
  control: string | null;
  evidenceId: string | null;
  /** The statement, in words of the report's language. */
  says: string;
  reason: string | null;
  /** Null for figures set before statements were recorded. */
  saidBy: Person | null;
  saidAt: string | null;
  /** Who confirmed it, if its author could not. */
  confirmedBy: Person | null;
  confirmedAt: string | null;
  note: string | null;
}

/** An unconfirmed statement of the audited party. */
export interface OpenStatement {
  /** Null for the categories of the project. */
  control: string | null;
  change: ReturnType<typeof presentChange> | { categories: string[] };
  reason: string;
  saidBy: Person | null;
  saidAt: string;
}

/** The audit data in addition to the rows of a report, from the same point in time. */
export interface AuditRecord {
  customer: Person | null;
  auditor: Person | null;
  /** The trust categories in scope. */
  categories: string[];
  /** Replaced evidence, in the order of all evidence. */
  replaced: EvidenceData[];
  /** In chronological order. */
  reviews: ReportedReview[];
  /** In the order of the controls, those of the project first. */
  marks: ReportedMark[];
  waiting: OpenStatement[];
}

/** The rows of a report with the audit data. */
export interface AuditData extends ProjectData {
  record: AuditRecord;
}
