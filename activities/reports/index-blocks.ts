import { lacksReading } from "../../domain/evidence/evidence.rules.ts";
import type {
  AuditData,
  ReportedMark,
  ReportedReview,
  ReviewedKind,
} from "../../domain/reports/audit-record.ts";
import { openRequests, type OpenRequest } from "../../domain/reports/open-requests.rules.ts";
import type { ControlData, EvidenceData } from "../../domain/project-data/project-data.ts";
import { allVersions, decisionsIn, isPacked, peopleIn } from "../../domain/reports/package-contents.rules.ts";
import {
  statementOfApplicability,
  type ApplicabilityLine,
} from "../../domain/reports/statement-of-applicability.rules.ts";
import { capital } from "../../domain/texts/capital.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import type { Person } from "../../domain/users/read-visible-people.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { percent, personInWords, yesNo } from "./wording.ts";
import { lastOf } from "../../domain/last-of.rules.ts";

/** A column of a table: its head, its width in percent, and the text of its cell for a row. */
type Column<T> = readonly [
  head: keyof Texts["reportHeads"],
  width: number,
  cell: (row: T, texts: Texts) => string,
];

/** The workbook contains longer texts in full. */
const MAX_LETTERS = 400;
const ROWS_OF_A_TABLE = 200;
/** A child can lay out this many rows with a quarter of its memory. */
const ROWS_OF_A_FILE = 2_000;
const MAX_NAMED = 12;

const clipped = ({ reports }: Texts, text: string): string =>
  text.length > MAX_LETTERS ? `${beginningOf(text, MAX_LETTERS)} ${reports.indexPdf.clipped}` : text;

const by = (texts: Texts, person: Person | null, at: string | null): string =>
  person === null && at === null
    ? ""
    : [personInWords(texts, person), ...(at === null ? [] : [texts.formats.minute(at)])].join(", ");

const line = (texts: Texts, text: string): PdfBlock => ({ kind: "line", text: clipped(texts, text) });

/** A table, split if it is long; nothing if it has no rows. */
function tables<T>(
  texts: Texts,
  title: string,
  columns: readonly Column<T>[],
  rows: readonly T[],
): PdfBlock[] {
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_OF_A_TABLE) },
    (_, n) => n * ROWS_OF_A_TABLE,
  );
  return starts.flatMap((start): PdfBlock[] => [
    {
      kind: "table",
      title: start === 0 ? title : texts.reports.indexPdf.continued(title),
      columns: columns.map(([head, width]) => ({ head: texts.reportHeads[head], width })),
      rows: rows
        .slice(start, start + ROWS_OF_A_TABLE)
        .map((row) => columns.map(([, , cell]) => clipped(texts, cell(row, texts)))),
    },
  ]);
}

/** Figures from statements are marked everywhere. */
const progressOf = ({ progress, progressSource }: ControlData, texts: Texts): string =>
  `${percent(texts, progress)}${progressSource === "manual" ? ` ${texts.reports.byHand}` : ""}`;

const requiredBy = ({ requiredEvidence, statements }: ControlData, { reports }: Texts): string => {
  const before = statements.required_evidence?.from ?? null;
  return `${requiredEvidence}${before === null ? "" : ` (${reports.indexPdf.previously(before)})`}`;
};

const CONTROLS: readonly Column<ControlData>[] = [
  ["control", 11, ({ number }) => number],
  ["title", 37, ({ title }) => title],
  [
    "status",
    14,
    ({ status, notApplicable }, { reports, labels }) =>
      notApplicable ? reports.indexPdf.excluded : capital(labels.controlStatus[status]),
  ],
  ["progress", 17, (control, texts) => (control.notApplicable ? "" : progressOf(control, texts))],
  [
    "approvedOfRequired",
    21,
    (control, texts) =>
      control.notApplicable
        ? ""
        : texts.reports.indexPdf.share(control.approvedEvidence, requiredBy(control, texts)),
  ],
];

function statusOf(
  evidence: EvidenceData,
  decided: ReviewedKind | undefined,
  { reports: { indexPdf: words }, labels }: Texts,
): string {
  const { status, approvedUnread, withheld, acceptance } = evidence;
  const decision = decided === undefined ? null : labels.decision[decided];
  const parts = [
    status === "superseded" ? words.replaced(decision) : capital(labels.evidenceStatus[status]),
    ...(approvedUnread ? [words.unread] : []),
    ...(lacksReading(evidence) ? [words.unreadUncounted] : []),
    ...(acceptance === null ? [] : [words.byAuditor(labels.acceptance[acceptance])]),
    ...(withheld === null ? [] : [words.omittedBecause(labels.withheld[withheld])]),
  ];
  return parts.join("; ");
}

const evidenceColumns = (decisions: ReadonlyMap<string, ReviewedKind>): readonly Column<EvidenceData>[] => [
  ["evidence", 31, ({ title, fileName }) => `${title} (${fileName})`],
  ["version", 10, ({ version }) => String(version)],
  ["status", 18, (evidence, texts) => statusOf(evidence, decisions.get(evidence.id), texts)],
  ["uploaded", 21, ({ uploadedBy, uploadedAt }, texts) => by(texts, uploadedBy, uploadedAt)],
  ["sha256Start", 20, ({ sha256 }) => sha256.slice(0, 16)],
];

const REVIEWS: readonly Column<ReportedReview>[] = [
  ["when", 21, ({ at }, { formats }) => formats.minute(at)],
  ["who", 18, ({ by: reviewer }, texts) => personInWords(texts, reviewer)],
  [
    "decision",
    16,
    ({ decision, approvedUnread }, { reports, labels }) =>
      `${capital(labels.decision[decision])}${approvedUnread ? `, ${reports.indexPdf.unread}` : ""}`,
  ],
  [
    "evidence",
    21,
    ({ title, version }, { reports: { indexPdf: words } }) =>
      `${title} (${version === null ? words.deletedSince : words.version(version)})`,
  ],
  ["note", 24, ({ note }) => note],
];

const MARKS: readonly Column<ReportedMark>[] = [
  ["statement", 30, ({ says }) => says],
  ["reason", 30, ({ reason }, { reports }) => reason ?? reports.indexPdf.noReason],
  ["statedBy", 20, ({ saidBy, saidAt }, texts) => by(texts, saidBy, saidAt)],
  [
    "confirmedBy",
    20,
    ({ confirmedBy, confirmedAt, note }, texts) =>
      `${by(texts, confirmedBy, confirmedAt)}${note ? `: ${note}` : ""}`,
  ],
];

const REQUESTS: readonly Column<OpenRequest>[] = [
  ["what", 46, ({ what, reason }) => (reason ? `${what} (${reason})` : what)],
  ["since", 20, ({ askedBy, since }, texts) => by(texts, askedBy, since)],
  ["waitingFor", 20, ({ waitsFor }) => waitsFor],
  ["due", 14, ({ due }, { formats }) => (due === null ? "" : formats.day(due))],
];

const APPLICABILITY: readonly Column<ApplicabilityLine>[] = [
  ["control", 9, ({ number }) => number],
  ["title", 24, ({ title }) => title],
  ["applies", 9, ({ applies }, texts) => yesNo(texts, applies)],
  ["justification", 22, ({ justification }) => justification],
  [
    "statedConfirmedBy",
    17,
    (one, texts) =>
      [by(texts, one.saidBy, one.saidAt), by(texts, one.confirmedBy, one.confirmedAt)]
        .filter((word) => word !== "")
        .join("; "),
  ],
  ["implementation", 19, ({ implementation }) => implementation],
];

const PEOPLE: readonly Column<Person>[] = [
  ["name", 40, ({ name }) => name],
  ["role", 20, ({ role }, { labels }) => labels.role[role]],
  ["id", 40, ({ id }) => id],
];

function designOf(control: ControlData, texts: Texts): PdfBlock[] {
  const { summary, evidenceHints: hints, owner, approvedEvidence, pendingEvidence } = control;
  const words = texts.reports.indexPdf;
  const state = control.notApplicable
    ? words.exclusion(control.justification)
    : words.state({
        status: capital(texts.labels.controlStatus[control.status]),
        progress: progressOf(control, texts),
        approved: approvedEvidence,
        required: requiredBy(control, texts),
        pending: pendingEvidence,
      });
  return [
    { kind: "heading", text: `${control.number}  ${control.title}` },
    ...(summary === "" ? [] : [line(texts, words.design(summary))]),
    ...(hints.length === 0 ? [] : [line(texts, words.typicalEvidence(hints.join("; ")))]),
    line(texts, words.owner(personInWords(texts, owner))),
    line(texts, state),
  ];
}

/** Evidence of other controls that also serves this one. */
function servedBy(also: readonly EvidenceData[], texts: Texts): PdfBlock[] {
  if (also.length === 0) return [];
  const words = texts.reports.indexPdf;
  const named = also
    .slice(0, MAX_NAMED)
    .map(
      ({ title, control, status }) =>
        `${title} (${words.ofControl(control)}, ${texts.labels.evidenceStatus[status]})`,
    );
  const rest = also.length > MAX_NAMED ? [words.more(also.length - MAX_NAMED)] : [];
  return [line(texts, words.servedBy([...named, ...rest].join("; ")))];
}

const grouped = <T extends { control: string | null }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ control }) => control);

function detailsOf(data: AuditData, texts: Texts): PdfBlock[] {
  const { reviews, marks } = data.record;
  const { sheets, indexPdf } = texts.reports;
  const versions = allVersions(data);
  const columns = evidenceColumns(decisionsIn(reviews));
  const byControl = {
    evidence: Map.groupBy(versions, ({ control }) => control),
    reviews: grouped(reviews),
    marks: grouped(marks),
    requests: grouped(openRequests(data, texts)),
  };
  const also = data.evidence.flatMap((one) => one.alsoControls.map((number) => ({ number, one })));
  const serving = Map.groupBy(also, ({ number }) => number);
  const table = <T>(
    name: keyof typeof sheets,
    rows: readonly T[],
    of: readonly Column<T>[],
    control: string | null,
  ) => tables(texts, indexPdf.of(sheets[name], control), of, rows);
  const about = (control: string | null): PdfBlock[] => [
    ...table("reviews", byControl.reviews.get(control) ?? [], REVIEWS, control),
    ...table("marks", byControl.marks.get(control) ?? [], MARKS, control),
    ...table("requests", byControl.requests.get(control) ?? [], REQUESTS, control),
  ];
  return [
    ...about(null),
    ...data.controls.flatMap((control) => [
      ...designOf(control, texts),
      ...servedBy(
        (serving.get(control.number) ?? []).map(({ one }) => one),
        texts,
      ),
      ...table("evidence", byControl.evidence.get(control.number) ?? [], columns, control.number),
      ...about(control.number),
    ]),
  ];
}

const weightOf = (block: PdfBlock): number => (block.kind === "table" ? block.rows.length : 1);
const isHead = ({ kind }: PdfBlock): boolean => kind === "heading";

/** Splits the blocks into files that a child can lay out; none ends with a heading. */
function inFiles(blocks: readonly PdfBlock[]): PdfBlock[][] {
  const files: PdfBlock[][] = [[]];
  let weight = 0;
  for (const block of blocks) {
    const last = lastOf(files);
    if (weight + weightOf(block) > ROWS_OF_A_FILE && last.length > 0) {
      const heads = last.findLastIndex((one) => !isHead(one)) + 1;
      files.push(heads === 0 ? [] : last.splice(heads));
      weight = 0;
    }
    lastOf(files).push(block);
    weight += weightOf(block);
  }
  return files;
}

/** The index as PDF, in several files for a large project. */
export function indexBlocks(data: AuditData, texts: Texts): PdfBlock[][] {
  const left = [...data.evidence, ...data.record.replaced].filter((one) => !isPacked(one)).length;
  const applicability = statementOfApplicability(data, texts) ?? [];
  const words = texts.reports.indexPdf;
  return inFiles([
    { kind: "title", text: words.title(data.project.name) },
    line(texts, words.about(data.project.frameworkName, texts.formats.minute(data.asOf))),
    ...(left === 0 ? [] : [line(texts, words.omitted(left))]),
    ...tables(texts, words.allControls, CONTROLS, data.controls),
    ...tables(texts, words.applicability, APPLICABILITY, applicability),
    ...detailsOf(data, texts),
    ...tables(texts, words.people, PEOPLE, peopleIn(data)),
  ]);
}
