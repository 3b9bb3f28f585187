import type { AuditData } from "../../domain/reports/audit-record.ts";
import { openRequests } from "../../domain/reports/open-requests.rules.ts";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import { isPacked } from "../../domain/reports/package-contents.rules.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import type { Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { minuteOf } from "../../platform/minute-of.ts";
import { inWords, percent, periodOf, personInWords } from "./wording.ts";

type Line = readonly [label: string, value: string];

const projectLines = ({ project, asOf, record }: AuditData): Line[] => [
  ["Project", `${project.name} (${project.id})`],
  ["Framework", project.frameworkName],
  ["Categories in scope", record.categories.map(inWords).join(", ")],
  ["Period", periodOf(project)],
  ["Status of the project", inWords(project.status)],
  ["Audited party", personInWords(record.customer)],
  ["Auditor", personInWords(record.auditor)],
  ["As of", minuteOf(asOf)],
];

/** Counts by state, as in `2 approved, 1 rejected`. */
function byState(states: readonly string[]): string {
  const groups = Map.groupBy(states, (state) => state);
  const counts = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  return counts.map(([state, all]) => `${all.length} ${state.replaceAll("_", " ")}`).join(", ");
}

const counted = (what: readonly string[]): string =>
  what.length === 0 ? "0" : `${what.length}: ${byState(what)}`;

function figureLines(data: AuditData): Line[] {
  const { controls, evidence, record } = data;
  const score = projectScore(data);
  const marked = score.set_by_hand.length;
  const byHand = marked === 0 ? "" : `, with ${marked} of the controls set by hand`;
  const applying = controls.filter(({ notApplicable }) => !notApplicable);
  const withheld = [...evidence, ...record.replaced].filter((one) => !isPacked(one));
  return [
    ["Compliance score", `${percent(score.overall)}${byHand}`],
    ["Controls that apply", counted(applying.map(({ status }) => status))],
    ["Controls excluded", String(controls.length - applying.length)],
    ["Current evidence", counted(evidence.map(({ status }) => status))],
    ["Replaced versions", String(record.replaced.length)],
    ["Reviews", counted(record.reviews.map(({ decision }) => decision))],
    ["Manual marks", counted(record.marks.map(({ kind }) => kind))],
    ["Open requests", String(openRequests(data).length)],
    ["Active findings", String(score.risk.counted)],
    ["Files omitted", counted(withheld.map(({ withheld: why }) => why!))],
  ];
}

const contentLines = (indexFiles: readonly string[]): Line[] => [
  [
    indexFiles.join(", "),
    "Each control: its design, its evidence with all versions, who reviewed what and when, manual marks with reasons, open requests",
  ],
  ["index.xlsx", "The same in full as sheets, with this cover"],
  ["evidence/", "The files as uploaded, by control, including replaced and rejected ones"],
  ["controls.csv, evidence.csv, findings.csv", "Controls, current evidence and findings as tables"],
  ["score.json", "The figures, and how each is computed"],
  ["manifest.json", "Every file with its size and SHA-256, and the omitted files"],
];

/** The first page of a package. */
export const coverBlocks = (data: AuditData, indexFiles: readonly string[]): PdfBlock[] => [
  { kind: "title", text: data.project.name },
  { kind: "line", text: "Audit package" },
  { kind: "heading", text: "Subject" },
  { kind: "rows", rows: projectLines(data) },
  { kind: "heading", text: "Figures" },
  { kind: "rows", rows: figureLines(data) },
  { kind: "heading", text: "Contents" },
  { kind: "rows", rows: contentLines(indexFiles) },
  { kind: "heading", text: "Verification" },
  {
    kind: "line",
    text: "Hash each file with SHA-256 and compare it with its line in manifest.json. The hash of the whole package is shown with the report, as sha256. The data is one snapshot; names are those of that time.",
  },
];

/** The same as the first sheet of the workbook. */
export const coverTable = (data: AuditData): Sheet => ({
  name: "Cover",
  columns: [
    { head: "Audit package", width: 30 },
    { head: data.project.name, width: 80 },
  ],
  rows: [...projectLines(data), ...figureLines(data)],
});
