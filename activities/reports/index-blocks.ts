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
import type { Person } from "../../domain/users/read-visible-people.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import { beginningOf } from "../../platform/beginning-of.ts";
import { minuteOf } from "../../platform/minute-of.ts";
import { inWords, percent, personInWords } from "./wording.ts";

/** A column of a table: its head, its width in percent, and the text of its cell for a row. */
type Column<T> = readonly [head: string, width: number, cell: (row: T) => string];

/** The workbook contains longer texts in full. */
const MAX_LETTERS = 400;
const ROWS_OF_A_TABLE = 200;
/** A child can lay out this many rows with a quarter of its memory. */
const ROWS_OF_A_FILE = 2_000;
const MAX_NAMED = 12;

const clipped = (text: string): string =>
  text.length > MAX_LETTERS ? `${beginningOf(text, MAX_LETTERS)} ... (in full in index.xlsx)` : text;

const by = (person: Person | null, at: string | null): string =>
  person === null && at === null
    ? ""
    : [personInWords(person), ...(at === null ? [] : [minuteOf(at)])].join(", ");

const line = (text: string): PdfBlock => ({ kind: "line", text: clipped(text) });

/** A table, split if it is long; nothing if it has no rows. */
function tables<T>(title: string, columns: readonly Column<T>[], rows: readonly T[]): PdfBlock[] {
  const starts = Array.from(
    { length: Math.ceil(rows.length / ROWS_OF_A_TABLE) },
    (_, n) => n * ROWS_OF_A_TABLE,
  );
  return starts.flatMap((start): PdfBlock[] => [
    {
      kind: "table",
      title: start === 0 ? title : `${title}, continued`,
      columns: columns.map(([head, width]) => ({ head, width })),
      rows: rows
        .slice(start, start + ROWS_OF_A_TABLE)
        .map((row) => columns.map(([, , cell]) => clipped(cell(row)))),
    },
  ]);
}

/** Figures from statements are marked everywhere. */
const progressOf = ({ progress, progressSource }: ControlData): string =>
  `${percent(progress)}${progressSource === "manual" ? " by hand" : ""}`;

const requiredBy = ({ requiredEvidence, statements }: ControlData): string => {
  const before = statements.required_evidence?.from ?? null;
  return `${requiredEvidence}${before === null ? "" : ` (previously ${before})`}`;
};

const CONTROLS: readonly Column<ControlData>[] = [
  ["Control", 11, ({ number }) => number],
  ["Title", 37, ({ title }) => title],
  ["Status", 14, ({ status, notApplicable }) => (notApplicable ? "Excluded" : inWords(status))],
  ["Progress", 17, (control) => (control.notApplicable ? "" : progressOf(control))],
  [
    "Approved of required",
    21,
    (control) => (control.notApplicable ? "" : `${control.approvedEvidence} of ${requiredBy(control)}`),
  ],
];

function statusOf(evidence: EvidenceData, decided: ReviewedKind | undefined): string {
  const { status, approvedUnread, withheld, acceptance } = evidence;
  const before = decided === undefined ? "" : `, ${decided.replaceAll("_", " ")} before`;
  const parts = [
    status === "superseded" ? `Replaced${before}` : inWords(status),
    ...(approvedUnread ? ["file not read"] : []),
    ...(lacksReading(evidence) ? ["file not read, so it does not count"] : []),
    ...(acceptance === null ? [] : [`${acceptance} by the auditor`]),
    ...(withheld === null ? [] : [`omitted: ${withheld.replaceAll("_", " ")}`]),
  ];
  return parts.join("; ");
}

const evidenceColumns = (decisions: ReadonlyMap<string, ReviewedKind>): readonly Column<EvidenceData>[] => [
  ["Evidence", 31, ({ title, fileName }) => `${title} (${fileName})`],
  ["Version", 10, ({ version }) => String(version)],
  ["Status", 18, (evidence) => statusOf(evidence, decisions.get(evidence.id))],
  ["Uploaded", 21, ({ uploadedBy, uploadedAt }) => by(uploadedBy, uploadedAt)],
  ["SHA-256 begins with", 20, ({ sha256 }) => sha256.slice(0, 16)],
];

const REVIEWS: readonly Column<ReportedReview>[] = [
  ["When", 18, ({ at }) => minuteOf(at)],
  ["Who", 19, ({ by: reviewer }) => personInWords(reviewer)],
  [
    "Decision",
    17,
    ({ decision, approvedUnread }) => `${inWords(decision)}${approvedUnread ? ", file not read" : ""}`,
  ],
  [
    "Evidence",
    21,
    ({ title, version }) => `${title} (${version === null ? "deleted since" : `version ${version}`})`,
  ],
  ["Note", 25, ({ note }) => note],
];

const MARKS: readonly Column<ReportedMark>[] = [
  ["Statement", 30, ({ says }) => says],
  ["Reason", 30, ({ reason }) => reason ?? "none given"],
  ["Stated by", 20, ({ saidBy, saidAt }) => by(saidBy, saidAt)],
  [
    "Confirmed by",
    20,
    ({ confirmedBy, confirmedAt, note }) => `${by(confirmedBy, confirmedAt)}${note ? `: ${note}` : ""}`,
  ],
];

const REQUESTS: readonly Column<OpenRequest>[] = [
  ["What", 46, ({ what, reason }) => (reason ? `${what} (${reason})` : what)],
  ["Since", 20, ({ askedBy, since }) => by(askedBy, since)],
  ["Waiting for", 20, ({ waitsFor }) => waitsFor],
  ["Due", 14, ({ due }) => (due === null ? "" : due.slice(0, 10))],
];

const APPLICABILITY: readonly Column<ApplicabilityLine>[] = [
  ["Control", 9, ({ number }) => number],
  ["Title", 24, ({ title }) => title],
  ["Applies", 9, ({ applies }) => (applies ? "yes" : "no")],
  ["Justification", 22, ({ justification }) => justification],
  [
    "Stated, confirmed by",
    17,
    (one) =>
      [by(one.saidBy, one.saidAt), by(one.confirmedBy, one.confirmedAt)]
        .filter((word) => word !== "")
        .join("; "),
  ],
  ["Implementation", 19, ({ implementation }) => implementation],
];

const PEOPLE: readonly Column<Person>[] = [
  ["Name", 40, ({ name }) => name],
  ["Role", 20, ({ role }) => role],
  ["Id", 40, ({ id }) => id],
];

function designOf(control: ControlData): PdfBlock[] {
  const { summary, evidenceHints: hints, owner, approvedEvidence, pendingEvidence } = control;
  const state = control.notApplicable
    ? `Excluded: ${control.justification ?? "no reason given"}`
    : `${inWords(control.status)}, progress ${progressOf(control)}: ${approvedEvidence} of ${requiredBy(control)} required pieces of evidence approved, ${pendingEvidence} pending`;
  return [
    { kind: "heading", text: `${control.number}  ${control.title}` },
    ...(summary === "" ? [] : [line(`Design: ${summary}`)]),
    ...(hints.length === 0 ? [] : [line(`Typical evidence: ${hints.join("; ")}`)]),
    line(`Owner: ${personInWords(owner)}`),
    line(state),
  ];
}

/** Evidence of other controls that also serves this one. */
function servedBy(also: readonly EvidenceData[]): PdfBlock[] {
  if (also.length === 0) return [];
  const named = also
    .slice(0, MAX_NAMED)
    .map(({ title, control, status }) => `${title} (of ${control}, ${status})`);
  const rest = also.length > MAX_NAMED ? [`${also.length - MAX_NAMED} more`] : [];
  return [line(`Also served by: ${[...named, ...rest].join("; ")}`)];
}

const grouped = <T extends { control: string | null }>(rows: readonly T[]) =>
  Map.groupBy(rows, ({ control }) => control);

function detailsOf(data: AuditData): PdfBlock[] {
  const { reviews, marks } = data.record;
  const versions = allVersions(data);
  const columns = evidenceColumns(decisionsIn(reviews));
  const byControl = {
    evidence: Map.groupBy(versions, ({ control }) => control),
    reviews: grouped(reviews),
    marks: grouped(marks),
    requests: grouped(openRequests(data)),
  };
  const also = data.evidence.flatMap((one) => one.alsoControls.map((number) => ({ number, one })));
  const serving = Map.groupBy(also, ({ number }) => number);
  const about = (control: string | null, of: string): PdfBlock[] => [
    ...tables(`Reviews${of}`, REVIEWS, byControl.reviews.get(control) ?? []),
    ...tables(`Manual marks${of}`, MARKS, byControl.marks.get(control) ?? []),
    ...tables(`Open requests${of}`, REQUESTS, byControl.requests.get(control) ?? []),
  ];
  return [
    ...about(null, " of the project"),
    ...data.controls.flatMap((control) => [
      ...designOf(control),
      ...servedBy((serving.get(control.number) ?? []).map(({ one }) => one)),
      ...tables(`Evidence of ${control.number}`, columns, byControl.evidence.get(control.number) ?? []),
      ...about(control.number, ` of ${control.number}`),
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
    const last = files.at(-1)!;
    if (weight + weightOf(block) > ROWS_OF_A_FILE && last.length > 0) {
      const heads = last.findLastIndex((one) => !isHead(one)) + 1;
      files.push(heads === 0 ? [] : last.splice(heads));
      weight = 0;
    }
    files.at(-1)!.push(block);
    weight += weightOf(block);
  }
  return files;
}

/** The index as PDF, in several files for a large project. */
export function indexBlocks(data: AuditData): PdfBlock[][] {
  const left = [...data.evidence, ...data.record.replaced].filter((one) => !isPacked(one)).length;
  const applicability = statementOfApplicability(data) ?? [];
  return inFiles([
    { kind: "title", text: `Index: ${data.project.name}` },
    line(
      `${data.project.frameworkName}, as of ${minuteOf(data.asOf)}. Each control with its design, its evidence in all versions, its reviews, manual marks and open requests. index.xlsx has the same in full, with the path and the complete SHA-256 of each file.`,
    ),
    ...(left === 0 ? [] : [line(`Files omitted from the package: ${left}; their status gives the reason.`)]),
    ...tables("All controls", CONTROLS, data.controls),
    ...tables("Statement of applicability (ISO/IEC 27001, 6.1.3 d)", APPLICABILITY, applicability),
    ...detailsOf(data),
    ...tables("People", PEOPLE, peopleIn(data)),
  ]);
}
