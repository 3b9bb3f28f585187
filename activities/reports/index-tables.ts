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
import { capital } from "../../domain/texts/capital.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";
import type { Cell, Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { inWords, yesNo } from "./wording.ts";

type Head = keyof Texts["reportHeads"];

/** A column of a sheet: its head, its width in characters, and the content of its cell for a row. */
type Column<T> = readonly [head: Head | PersonHead, width: number, cell: (row: T, texts: Texts) => Cell];

/** A column about a person, whose head names the column of the person's name first. */
type PersonHead = readonly [person: Head, of: "role" | "id"];

const SHORT = 14;
const NAME = 22;
const ID = 38;
const LONG = 50;

/** A person's name, role and id. */
const personColumns = <T>(head: Head, pick: (row: T) => Person | null): Column<T>[] => [
  [head, NAME, (row) => pick(row)?.name ?? null],
  [
    [head, "role"],
    SHORT,
    (row, { labels }) => {
      const person = pick(row);
      return person && labels.role[person.role];
    },
  ],
  [[head, "id"], ID, (row) => pick(row)?.id ?? null],
];

/** `Uploaded by`, or `Uploaded by: role`. */
const headIn = ({ reportHeads: heads, reports }: Texts, head: Head | PersonHead): string =>
  typeof head === "string" ? heads[head] : `${heads[head[0]]}: ${reports.ofPerson[head[1]]}`;

const sheetIn =
  (texts: Texts) =>
  <T>(name: keyof Texts["reports"]["sheets"], columns: readonly Column<T>[], rows: readonly T[]): Sheet => ({
    name: texts.reports.sheets[name],
    columns: columns.map(([head, width]) => ({ head: headIn(texts, head), width })),
    rows: rows.map((row) => columns.map(([, , cell]) => cell(row, texts))),
  });

const CONTROLS: readonly Column<ControlData>[] = [
  ["control", SHORT, ({ number }) => number],
  ["title", LONG, ({ title }) => title],
  ["requirement", LONG, ({ summary }) => summary],
  ["typicalEvidence", LONG, ({ evidenceHints }) => evidenceHints.join("; ")],
  ["category", NAME, ({ category }) => category],
  ["trustCategory", NAME, ({ trustCategory }, { labels }) => inWords(labels.category, trustCategory)],
  ["applies", SHORT, ({ notApplicable }, texts) => yesNo(texts, !notApplicable)],
  ["justification", LONG, ({ justification }) => justification],
  ["status", SHORT, ({ status }, { labels }) => capital(labels.controlStatus[status])],
  ["progressInPercent", SHORT, ({ progress }) => progress],
  [
    "progressSource",
    SHORT,
    ({ progressSource }, { reports }) => (progressSource === "manual" ? reports.setByHand : reports.evidence),
  ],
  ["evidenceRequired", SHORT, ({ requiredEvidence }) => requiredEvidence],
  ["evidenceApproved", SHORT, ({ approvedEvidence }) => approvedEvidence],
  ["evidencePending", SHORT, ({ pendingEvidence }) => pendingEvidence],
  [
    "setByHand",
    NAME,
    (control, { labels }) =>
      fieldsByHand(control)
        .map((field) => capital(labels.mark[field]))
        .join(", "),
  ],
  ["pendingChange", SHORT, ({ pendingChange }, texts) => yesNo(texts, pendingChange != null)],
  ...personColumns<ControlData>("owner", ({ owner }) => owner),
  ["due", NAME, ({ dueDate }) => dueDate],
];

const evidenceColumns = (decisions: ReadonlyMap<string, ReviewedKind>): readonly Column<EvidenceData>[] => [
  ["control", SHORT, ({ control }) => control],
  ["alsoServes", SHORT, ({ alsoControls }) => alsoControls.join(", ")],
  ["title", LONG, ({ title }) => title],
  ["version", SHORT, ({ version }) => version],
  ["status", SHORT, ({ status }, { labels }) => capital(labels.evidenceStatus[status])],
  ["counts", SHORT, (row, texts) => yesNo(texts, counts(row))],
  [
    "lastDecision",
    SHORT,
    ({ id }, { labels }) => {
      const decision = decisions.get(id);
      return decision === undefined ? null : capital(labels.decision[decision]);
    },
  ],
  ["description", LONG, ({ description }) => description],
  ["file", NAME, ({ fileName }) => fileName],
  ["path", LONG, (row) => (isPacked(row) ? packedPath(row) : null)],
  ["omittedBecause", SHORT, ({ withheld }, { labels }) => withheld && capital(labels.withheld[withheld])],
  ["bytes", SHORT, ({ fileSize }) => fileSize],
  ["sha256", LONG, ({ sha256 }) => sha256],
  ...personColumns<EvidenceData>("uploadedBy", ({ uploadedBy }) => uploadedBy),
  ["uploadedAt", NAME, ({ uploadedAt }) => uploadedAt],
  ["collectedOn", SHORT, ({ collectedAt }) => collectedAt],
  ["periodFrom", SHORT, ({ periodStart }) => periodStart],
  ["periodTo", SHORT, ({ periodEnd }) => periodEnd],
  ["expiresAt", NAME, ({ expiresAt }) => expiresAt],
  ...personColumns<EvidenceData>("reviewedBy", ({ reviewedBy }) => reviewedBy),
  ["reviewedAt", NAME, ({ reviewedAt }) => reviewedAt],
  ["reviewNote", LONG, ({ reviewNote }) => reviewNote],
  ["approvedUnread", SHORT, ({ approvedUnread }, texts) => yesNo(texts, approvedUnread)],
  ["acceptance", SHORT, ({ acceptance }, { labels }) => acceptance && capital(labels.acceptance[acceptance])],
  ...personColumns<EvidenceData>("acceptedBy", ({ acceptedBy }) => acceptedBy),
  ["acceptedAt", NAME, ({ acceptedAt }) => acceptedAt],
  ["acceptanceNote", LONG, ({ acceptanceNote }) => acceptanceNote],
  ["quality", SHORT, ({ qualityScore }) => qualityScore],
  ["reading", SHORT, ({ chunkingStatus }, { labels }) => capital(labels.chunkingStatus[chunkingStatus])],
  ["readingError", LONG, ({ ingestionError }) => ingestionError],
  ["warnings", LONG, ({ warnings }) => warnings.join(" ")],
  ["id", ID, ({ id }) => id],
  ["replacesId", ID, ({ previousId }) => previousId],
];

const REVIEWS: readonly Column<ReportedReview>[] = [
  ["at", NAME, ({ at }) => at],
  ...personColumns<ReportedReview>("by", ({ by }) => by),
  ["decision", NAME, ({ decision }, { labels }) => capital(labels.decision[decision])],
  ["note", LONG, ({ note }) => note],
  ["approvedUnread", SHORT, ({ approvedUnread }, texts) => yesNo(texts, approvedUnread)],
  ["control", SHORT, ({ control }) => control],
  ["evidence", LONG, ({ title }) => title],
  ["file", NAME, ({ fileName }) => fileName],
  ["version", SHORT, ({ version }) => version],
  ["deletedSince", SHORT, ({ version }, texts) => yesNo(texts, version === null)],
  ["evidenceId", ID, ({ evidenceId }) => evidenceId],
];

const MARKS: readonly Column<ReportedMark>[] = [
  ["control", SHORT, ({ control }) => control],
  ["kind", NAME, ({ kind }, { labels }) => capital(labels.mark[kind])],
  ["statement", LONG, ({ says }) => says],
  ["reason", LONG, ({ reason }) => reason],
  ...personColumns<ReportedMark>("statedBy", ({ saidBy }) => saidBy),
  ["statedAt", NAME, ({ saidAt }) => saidAt],
  ...personColumns<ReportedMark>("confirmedBy", ({ confirmedBy }) => confirmedBy),
  ["confirmedAt", NAME, ({ confirmedAt }) => confirmedAt],
  ["note", LONG, ({ note }) => note],
  ["evidenceId", ID, ({ evidenceId }) => evidenceId],
];

const REQUESTS: readonly Column<OpenRequest>[] = [
  ["control", SHORT, ({ control }) => control],
  ["kind", NAME, ({ kind }, { labels }) => capital(labels.request[kind])],
  ["what", LONG, ({ what }) => what],
  ["reason", LONG, ({ reason }) => reason],
  ...personColumns<OpenRequest>("requestedBy", ({ askedBy }) => askedBy),
  ["since", NAME, ({ since }) => since],
  ["waitingFor", NAME, ({ waitsFor }) => waitsFor],
  ["due", NAME, ({ due }) => due],
  ["subjectId", ID, ({ subjectId }) => subjectId],
];

const APPLICABILITY: readonly Column<ApplicabilityLine>[] = [
  ["control", SHORT, ({ number }) => number],
  ["title", LONG, ({ title }) => title],
  ["category", NAME, ({ category }) => category],
  ["applies", SHORT, ({ applies }, texts) => yesNo(texts, applies)],
  ["justification", LONG, ({ justification }) => justification],
  ["implementation", SHORT, ({ implementation }) => implementation],
  ["evidenceApproved", SHORT, ({ approvedEvidence }) => approvedEvidence],
  ...personColumns<ApplicabilityLine>("excludedBy", ({ saidBy }) => saidBy),
  ["excludedAt", NAME, ({ saidAt }) => saidAt],
  ...personColumns<ApplicabilityLine>("confirmedBy", ({ confirmedBy }) => confirmedBy),
  ["confirmedAt", NAME, ({ confirmedAt }) => confirmedAt],
  ...personColumns<ApplicabilityLine>("owner", ({ owner }) => owner),
];

/** The sheets of the index after its cover. */
export function indexTables(data: AuditData, texts: Texts): Sheet[] {
  const { reviews, marks } = data.record;
  const applicability = statementOfApplicability(data, texts);
  const sheet = sheetIn(texts);
  return [
    sheet("controls", CONTROLS, data.controls),
    sheet("evidence", evidenceColumns(decisionsIn(reviews)), allVersions(data)),
    sheet("reviews", REVIEWS, reviews),
    sheet("marks", MARKS, marks),
    sheet("requests", REQUESTS, openRequests(data, texts)),
    ...(applicability === null ? [] : [sheet("applicability", APPLICABILITY, applicability)]),
  ];
}
