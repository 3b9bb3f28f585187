import type { StatedField, toldChange } from "../controls/statement.rules.ts";
import type { Person } from "../users/find-people.ts";
import type { ReportData, ReportedEvidence } from "./report-data.ts";

export type ReviewedKind =
  | "approved"
  | "rejected"
  | "approval_withdrawn"
  | "accepted"
  | "acceptance_withdrawn";

/** A decision that somebody made about a piece of evidence. */
export interface ReportedReview {
  decision: ReviewedKind;
  by: Person | null;
  at: string;
  note: string;
  /** The reviewer approved it with the note although its file could not be read. */
  approvedUnread: boolean;
  evidenceId: string;
  /** As they were then. */
  title: string;
  fileName: string;
  control: string | null;
  /** Null when the evidence was deleted since. */
  version: number | null;
}

/** A figure that is somebody's word in place of evidence. */
export interface ReportedMark {
  kind: StatedField | "scope" | "approved_unread";
  /** Null where it is about the whole project. */
  control: string | null;
  evidenceId: string | null;
  /** What is said, in words. */
  says: string;
  reason: string | null;
  /** Null for what was set before the service asked whose word it is. */
  saidBy: Person | null;
  saidAt: string | null;
  /** Who let it count, where its speaker could not. */
  confirmedBy: Person | null;
  confirmedAt: string | null;
  note: string | null;
}

/** What the audited party said and nobody has confirmed. */
export interface WaitingWord {
  /** Null where it is about the categories of the project. */
  control: string | null;
  change: ReturnType<typeof toldChange> | { categories: string[] };
  reason: string;
  saidBy: Person | null;
  saidAt: string;
}

/** What an auditor files beside the rows of a report, as it stood at the same moment. */
export interface AuditRecord {
  customer: Person | null;
  auditor: Person | null;
  /** The trust categories that are in scope. */
  categories: string[];
  /** Evidence that a later version took the place of, in the order of all evidence. */
  replaced: ReportedEvidence[];
  /** In the order in which they were made. */
  reviews: ReportedReview[];
  /** In the order of the controls, those of the project first. */
  marks: ReportedMark[];
  waiting: WaitingWord[];
}

/** The rows of a report with what is filed beside them. */
export interface AuditData extends ReportData {
  record: AuditRecord;
}
