import { fieldsByHand } from "../../domain/controls/statement.rules.ts";
import { counts } from "../../domain/evidence/evidence.rules.ts";
import type {
  AuditData,
  ReportedMark,
  ReportedReview,
  ReviewedKind,
} from "../../domain/reports/audit-record.ts";
import { openRequests, type OpenRequest } from "../../domain/reports/open-requests.rules.ts";
import type { ControlData, EvidenceData } from "../../domain/project-data/project-data.ts";
import {
  allVersions,
  decisionsIn,
  isPacked,
  packedPath,
} from "../../domain/reports/package-contents.rules.ts";
import {
  statementOfApplicability,
  type ApplicabilityLine,
} from "../../domain/reports/statement-of-applicability.rules.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";
import type { Cell, Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { inWords } from "./wording.ts";

/** A column of a sheet: its head, its width in characters, and the content of its cell for a row. */
type Column<T> = readonly [head: string, width: number, cell: (row: T) => Cell];

const SHORT = 14;
const NAME = 22;
const ID = 38;
const LONG = 50;

const yesNo = (value: boolean): string => (value ? "yes" : "no");

/** A person's name, role and id. */
const personColumns = <T>(head: string, pick: (row: T) => Person | null): Column<T>[] => [
  [head, NAME, (row) => pick(row)?.name ?? null],
  [`${head}: role`, SHORT, (row) => pick(row)?.role ?? null],
  [`${head}: id`, ID, (row) => pick(row)?.id ?? null],
];

const sheet = <T>(name: string, columns: readonly Column<T>[], rows: readonly T[]): Sheet => ({
  name,
  columns: columns.map(([head, width]) => ({ head, width })),
  rows: rows.map((row) => columns.map(([, , cell]) => cell(row))),
});

const CONTROLS: readonly Column<ControlData>[] = [
  ["Control", SHORT, ({ number }) => number],
  ["Title", LONG, ({ title }) => title],
  ["Design: requirement", LONG, ({ summary }) => summary],
  ["Design: typical evidence", LONG, ({ evidenceHints }) => evidenceHints.join("; ")],
  ["Category", NAME, ({ category }) => category],
  ["Trust category", NAME, ({ trustCategory }) => inWords(trustCategory)],
  ["Applies", SHORT, ({ notApplicable }) => yesNo(!notApplicable)],
  ["Justification", LONG, ({ justification }) => justification],
  ["Status", SHORT, ({ status }) => inWords(status)],
  ["Progress in %", SHORT, ({ progress }) => progress],
  [
    "Source of the progress",
    SHORT,
    ({ progressSource }) => (progressSource === "manual" ? "set by hand" : "evidence"),
  ],
  ["Evidence required", SHORT, ({ requiredEvidence }) => requiredEvidence],
  ["Evidence approved", SHORT, ({ approvedEvidence }) => approvedEvidence],
  ["Evidence pending", SHORT, ({ pendingEvidence }) => pendingEvidence],
  ["Set by hand", NAME, (control) => fieldsByHand(control).map(inWords).join(", ")],
  ["Pending change", SHORT, ({ pendingChange }) => yesNo(pendingChange != null)],
  ...personColumns<ControlData>("Owner", ({ owner }) => owner),
];

const evidenceColumns = (decisions: ReadonlyMap<string, ReviewedKind>): readonly Column<EvidenceData>[] => [
  ["Control", SHORT, ({ control }) => control],
  ["Also serves", SHORT, ({ alsoControls }) => alsoControls.join(", ")],
  ["Title", LONG, ({ title }) => title],
  ["Version", SHORT, ({ version }) => version],
  ["Status", SHORT, ({ status }) => (status === "superseded" ? "Replaced" : inWords(status))],
  ["Counts", SHORT, (row) => yesNo(counts(row))],
  ["Last decision", SHORT, ({ id }) => (decisions.has(id) ? inWords(decisions.get(id)!) : null)],
  ["Description", LONG, ({ description }) => description],
  ["File", NAME, ({ fileName }) => fileName],
  ["Path in the package", LONG, (row) => (isPacked(row) ? packedPath(row) : null)],
  ["Omitted because", SHORT, ({ withheld }) => (withheld === null ? null : inWords(withheld))],
  ["Bytes", SHORT, ({ fileSize }) => fileSize],
  ["SHA-256", LONG, ({ sha256 }) => sha256],
  ...personColumns<EvidenceData>("Uploaded by", ({ uploadedBy }) => uploadedBy),
  ["Uploaded at", NAME, ({ uploadedAt }) => uploadedAt],
  ["Collected on", SHORT, ({ collectedAt }) => collectedAt],
  ["Period from", SHORT, ({ periodStart }) => periodStart],
  ["Period to", SHORT, ({ periodEnd }) => periodEnd],
  ["Expires at", NAME, ({ expiresAt }) => expiresAt],
  ...personColumns<EvidenceData>("Reviewed by", ({ reviewedBy }) => reviewedBy),
  ["Reviewed at", NAME, ({ reviewedAt }) => reviewedAt],
  ["Review note", LONG, ({ reviewNote }) => reviewNote],
  ["Approved unread", SHORT, ({ approvedUnread }) => yesNo(approvedUnread)],
  ["Acceptance", SHORT, ({ acceptance }) => (acceptance === null ? null : inWords(acceptance))],
  ...personColumns<EvidenceData>("Accepted by", ({ acceptedBy }) => acceptedBy),
  ["Accepted at", NAME, ({ acceptedAt }) => acceptedAt],
  ["Acceptance note", LONG, ({ acceptanceNote }) => acceptanceNote],
  ["Quality", SHORT, ({ qualityScore }) => qualityScore],
  ["Reading", SHORT, ({ chunkingStatus }) => chunkingStatus],
  ["Why it was not read", LONG, ({ ingestionError }) => ingestionError],
  ["Warnings", LONG, ({ warnings }) => warnings.join(" ")],
  ["Id", ID, ({ id }) => id],
  ["Replaces (id)", ID, ({ previousId }) => previousId],
];

const REVIEWS: readonly Column<ReportedReview>[] = [
  ["At", NAME, ({ at }) => at],
  ...personColumns<ReportedReview>("By", ({ by }) => by),
  ["Decision", NAME, ({ decision }) => inWords(decision)],
  ["Note", LONG, ({ note }) => note],
  ["Approved unread", SHORT, ({ approvedUnread }) => yesNo(approvedUnread)],
  ["Control", SHORT, ({ control }) => control],
  ["Evidence", LONG, ({ title }) => title],
  ["File", NAME, ({ fileName }) => fileName],
  ["Version", SHORT, ({ version }) => version],
  ["Deleted since", SHORT, ({ version }) => yesNo(version === null)],
  ["Evidence: id", ID, ({ evidenceId }) => evidenceId],
];

const MARKS: readonly Column<ReportedMark>[] = [
  ["Control", SHORT, ({ control }) => control],
  ["Kind", NAME, ({ kind }) => inWords(kind)],
  ["Statement", LONG, ({ says }) => says],
  ["Reason", LONG, ({ reason }) => reason],
  ...personColumns<ReportedMark>("Stated by", ({ saidBy }) => saidBy),
  ["Stated at", NAME, ({ saidAt }) => saidAt],
  ...personColumns<ReportedMark>("Confirmed by", ({ confirmedBy }) => confirmedBy),
  ["Confirmed at", NAME, ({ confirmedAt }) => confirmedAt],
  ["Note", LONG, ({ note }) => note],
  ["Evidence: id", ID, ({ evidenceId }) => evidenceId],
];

const REQUESTS: readonly Column<OpenRequest>[] = [
  ["Control", SHORT, ({ control }) => control],
  ["Kind", NAME, ({ kind }) => inWords(kind)],
  ["What", LONG, ({ what }) => what],
  ["Reason", LONG, ({ reason }) => reason],
  ...personColumns<OpenRequest>("Requested by", ({ askedBy }) => askedBy),
  ["Since", NAME, ({ since }) => since],
  ["Waiting for", NAME, ({ waitsFor }) => waitsFor],
  ["Due", NAME, ({ due }) => due],
  ["Evidence or finding: id", ID, ({ subjectId }) => subjectId],
];

const APPLICABILITY: readonly Column<ApplicabilityLine>[] = [
  ["Control", SHORT, ({ number }) => number],
  ["Title", LONG, ({ title }) => title],
  ["Category", NAME, ({ category }) => category],
  ["Applies", SHORT, ({ applies }) => yesNo(applies)],
  ["Justification", LONG, ({ justification }) => justification],
  ["Implementation", SHORT, ({ implementation }) => implementation],
  ["Evidence approved", SHORT, ({ approvedEvidence }) => approvedEvidence],
  ...personColumns<ApplicabilityLine>("Excluded by", ({ saidBy }) => saidBy),
  ["Excluded at", NAME, ({ saidAt }) => saidAt],
  ...personColumns<ApplicabilityLine>("Confirmed by", ({ confirmedBy }) => confirmedBy),
  ["Confirmed at", NAME, ({ confirmedAt }) => confirmedAt],
  ...personColumns<ApplicabilityLine>("Owner", ({ owner }) => owner),
];

/** The sheets of the index after its cover. */
export function indexTables(data: AuditData): Sheet[] {
  const { reviews, marks } = data.record;
  const applicability = statementOfApplicability(data);
  return [
    sheet("Controls", CONTROLS, data.controls),
    sheet("Evidence", evidenceColumns(decisionsIn(reviews)), allVersions(data)),
    sheet("Reviews", REVIEWS, reviews),
    sheet("Manual marks", MARKS, marks),
    sheet("Open requests", REQUESTS, openRequests(data)),
    ...(applicability === null ? [] : [sheet("Statement of applicability", APPLICABILITY, applicability)]),
  ];
}
