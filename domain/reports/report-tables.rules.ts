import {
  fieldsByHand,
  statementsIn,
  presentChange,
  type PendingChange,
} from "../controls/statement.rules.ts";
import type { ProjectData, ControlData, EvidenceData, FindingData } from "../project-data/project-data.ts";

export type ReportCell = string | number | null;

/** A table of a report: its column names, then its rows. */
export interface ReportTable {
  name: "controls" | "evidence" | "findings";
  columns: readonly string[];
  rows: readonly (readonly ReportCell[])[];
}

type Columns<T> = Readonly<Record<string, (row: T) => ReportCell>>;

/** The author of a statement, and who confirmed it. */
function describeStatement({ field, statement }: ReturnType<typeof statementsIn>[number]): string {
  const confirmed =
    statement.confirmed_by === null
      ? ""
      : `, confirmed by ${statement.confirmed_by} on ${statement.confirmed_at}`;
  return `${field}: ${statement.reason} (${statement.said_by} on ${statement.said_at}${confirmed})`;
}

const describePending = (pending: PendingChange | null): string | null =>
  pending &&
  `${JSON.stringify(presentChange(pending.change))}: ${pending.reason} (${pending.said_by} on ${pending.said_at})`;

const CONTROLS: Columns<ControlData> = {
  number: ({ number }) => number,
  title: ({ title }) => title,
  summary: ({ summary }) => summary,
  evidence_hints: ({ evidenceHints }) => evidenceHints.join("; "),
  category: ({ category }) => category,
  trust_category: ({ trustCategory }) => trustCategory,
  applicable: ({ notApplicable }) => (notApplicable ? "no" : "yes"),
  status: ({ status }) => status,
  progress: ({ progress }) => progress,
  progress_source: ({ progressSource }) => progressSource,
  required_evidence: ({ requiredEvidence }) => requiredEvidence,
  approved_evidence: ({ approvedEvidence }) => approvedEvidence,
  pending_evidence: ({ pendingEvidence }) => pendingEvidence,
  owner: ({ owner }) => owner?.name ?? null,
  justification: ({ justification }) => justification ?? null,
  set_by_hand: (control) => fieldsByHand(control).join(", "),
  statements: ({ statements }) => statementsIn(statements).map(describeStatement).join("; "),
  pending_change: ({ pendingChange }) => describePending(pendingChange ?? null),
  due_date: ({ dueDate }) => dueDate,
};

const EVIDENCE: Columns<EvidenceData> = {
  id: ({ id }) => id,
  control: ({ control }) => control,
  also_controls: ({ alsoControls }) => alsoControls.join(", "),
  title: ({ title }) => title,
  description: ({ description }) => description,
  file_name: ({ fileName }) => fileName,
  file_size: ({ fileSize }) => fileSize,
  content_type: ({ contentType }) => contentType,
  sha256: ({ sha256 }) => sha256,
  status: ({ status }) => status,
  version: ({ version }) => version,
  quality_score: ({ qualityScore }) => qualityScore,
  tags: ({ tags }) => tags.join(", "),
  uploaded_by: ({ uploadedBy }) => uploadedBy?.name ?? null,
  uploaded_at: ({ uploadedAt }) => uploadedAt,
  collected_at: ({ collectedAt }) => collectedAt,
  period_start: ({ periodStart }) => periodStart,
  period_end: ({ periodEnd }) => periodEnd,
  expires_at: ({ expiresAt }) => expiresAt,
  reviewed_by: ({ reviewedBy }) => reviewedBy?.name ?? null,
  reviewed_at: ({ reviewedAt }) => reviewedAt,
  review_note: ({ reviewNote }) => reviewNote,
  approved_unread: ({ approvedUnread }) => (approvedUnread ? "yes" : "no"),
  acceptance: ({ acceptance }) => acceptance,
  accepted_by: ({ acceptedBy }) => acceptedBy?.name ?? null,
  accepted_at: ({ acceptedAt }) => acceptedAt,
  acceptance_note: ({ acceptanceNote }) => acceptanceNote,
  chunking_status: ({ chunkingStatus }) => chunkingStatus,
  warnings: ({ warnings }) => warnings.join(" "),
};

const FINDINGS: Columns<FindingData> = {
  id: ({ id }) => id,
  control: ({ control }) => control,
  title: ({ title }) => title,
  description: ({ description }) => description,
  severity: ({ severity }) => severity,
  status: ({ status }) => status,
  status_reason: ({ statusReason }) => statusReason,
  category: ({ category }) => category,
  integration: ({ integration }) => integration,
  source_id: ({ sourceId }) => sourceId,
  raised_by: ({ raisedBy }) => raisedBy?.name ?? null,
  assigned_to: ({ assignedTo }) => assignedTo?.name ?? null,
  created_at: ({ createdAt }) => createdAt,
  updated_at: ({ updatedAt }) => updatedAt,
  due_date: ({ dueDate }) => dueDate,
  accepted_until: ({ acceptedUntil }) => acceptedUntil,
  resolved_at: ({ resolvedAt }) => resolvedAt,
  resolution: ({ resolution }) => resolution,
};

function table<T>(name: ReportTable["name"], columns: Columns<T>, rows: readonly T[]): ReportTable {
  const cells = Object.values(columns);
  return {
    name,
    columns: Object.keys(columns),
    rows: rows.map((row) => cells.map((cell) => cell(row))),
  };
}

/** The tables of a report, sorted by name. */
export const reportTables = ({ controls, evidence, findings }: ProjectData): ReportTable[] => [
  table("controls", CONTROLS, controls),
  table("evidence", EVIDENCE, evidence),
  table("findings", FINDINGS, findings),
];
