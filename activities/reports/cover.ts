import type { AuditData } from "../../domain/reports/audit-record.ts";
import { openRequests } from "../../domain/reports/open-requests.rules.ts";
import { projectScore } from "../../domain/project-data/project-score.rules.ts";
import { isPacked } from "../../domain/reports/package-contents.rules.ts";
import { capital } from "../../domain/texts/capital.rules.ts";
import type { Texts } from "../../domain/texts/en.ts";
import { inSentence } from "../../domain/texts/in-sentence.rules.ts";
import type { PdfBlock } from "../../platform/documents/pdf/sheet-pdf.ts";
import type { Sheet } from "../../platform/documents/workbook/write-workbook.ts";
import { inWords, percent, periodOf, personInWords } from "./wording.ts";

type Line = readonly [label: string, value: string];

function projectLines({ project, asOf, record }: AuditData, texts: Texts): Line[] {
  const { reports, labels, formats } = texts;
  const { cover } = reports;
  return [
    [cover.project, `${project.name} (${project.id})`],
    [cover.framework, project.frameworkName],
    [cover.categories, record.categories.map((name) => inWords(labels.category, name)).join(", ")],
    [cover.period, periodOf(texts, project)],
    [cover.status, inWords(labels.projectStatus, project.status)],
    [cover.customer, personInWords(texts, record.customer)],
    [cover.auditor, personInWords(texts, record.auditor)],
    [cover.asOf, formats.minute(asOf)],
  ];
}

/** Counts by state, as in `3: 2 approved, 1 rejected`. */
function counted(states: readonly string[], labels: Readonly<Record<string, string>>): string {
  if (states.length === 0) return "0";
  const groups = Map.groupBy(states, (state) => state);
  const counts = [...groups].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const named = counts.map(([state, all]) => `${all.length} ${inSentence(labels, state)}`);
  return `${states.length}: ${named.join(", ")}`;
}

function figureLines(data: AuditData, texts: Texts): Line[] {
  const { controls, evidence, record } = data;
  const { reports, labels } = texts;
  const { cover, sheets } = reports;
  const score = projectScore(data);
  const marked = score.set_by_hand.length;
  const byHand = marked === 0 ? "" : `, ${cover.withByHand(marked)}`;
  const applying = controls.filter(({ notApplicable }) => !notApplicable);
  const withheld = [...evidence, ...record.replaced].filter((one) => !isPacked(one));
  const statesOf = <T, K extends keyof T>(rows: readonly T[], key: K) => rows.map((row) => String(row[key]));
  return [
    [cover.score, `${percent(texts, score.overall)}${byHand}`],
    [cover.applying, counted(statesOf(applying, "status"), labels.controlStatus)],
    [cover.excluded, String(controls.length - applying.length)],
    [cover.currentEvidence, counted(statesOf(evidence, "status"), labels.evidenceStatus)],
    [cover.replaced, String(record.replaced.length)],
    [sheets.reviews, counted(statesOf(record.reviews, "decision"), labels.decision)],
    [sheets.marks, counted(statesOf(record.marks, "kind"), labels.mark)],
    [sheets.requests, String(openRequests(data, texts).length)],
    [cover.activeFindings, String(score.risk.counted)],
    [cover.omitted, counted(statesOf(withheld, "withheld"), labels.withheld)],
  ];
}

const contentLines = (indexFiles: readonly string[], { reports: { cover } }: Texts): Line[] => [
  [indexFiles.join(", "), cover.holdsIndex],
  ["index.xlsx", cover.holdsWorkbook],
  ["evidence/", cover.holdsFiles],
  ["controls.csv, evidence.csv, findings.csv", cover.holdsTables],
  ["score.json", cover.holdsScore],
  ["manifest.json", cover.holdsManifest],
];

/** The first page of a package. */
export function coverBlocks(data: AuditData, indexFiles: readonly string[], texts: Texts): PdfBlock[] {
  const { cover, auditorPackage } = texts.reports;
  return [
    { kind: "title", text: data.project.name },
    { kind: "line", text: capital(auditorPackage) },
    { kind: "heading", text: cover.subject },
    { kind: "rows", rows: projectLines(data, texts) },
    { kind: "heading", text: cover.figures },
    { kind: "rows", rows: figureLines(data, texts) },
    { kind: "heading", text: cover.contents },
    { kind: "rows", rows: contentLines(indexFiles, texts) },
    { kind: "heading", text: cover.verification },
    { kind: "line", text: cover.howToVerify },
  ];
}

/** The same as the first sheet of the workbook. */
export const coverTable = (data: AuditData, texts: Texts): Sheet => ({
  name: texts.reports.sheets.cover,
  columns: [
    { head: capital(texts.reports.auditorPackage), width: 30 },
    { head: data.project.name, width: 80 },
  ],
  rows: [...projectLines(data, texts), ...figureLines(data, texts)],
});
