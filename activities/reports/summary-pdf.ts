import type { ReportData } from "../../domain/reports/report-data.ts";
import { reportScore, type ReportScore } from "../../domain/reports/report-score.rules.ts";
import { createSheet, type Bar, type Sheet } from "./pdf-sheet.ts";

/** `processing_integrity` as people write it. */
const inWords = (name: string): string => {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const percent = (value: number): string => `${value.toFixed(1)} %`;

/** How many of a total each is. */
const counted = (counts: Readonly<Record<string, number>>, total: number): Bar[] =>
  Object.entries(counts).map(([name, count]) => ({
    label: inWords(name),
    share: total === 0 ? 0 : count / total,
    value: `${count} of ${total}`,
  }));

function periodOf({ periodStart, periodEnd }: ReportData["project"]): string {
  if (periodStart === null && periodEnd === null) return "Period: not stated";
  return `Period: ${periodStart ?? "open"} to ${periodEnd ?? "open"}`;
}

function writeTop(sheet: Sheet, { project, asOf }: ReportData, score: ReportScore): void {
  sheet.title(project.name);
  sheet.line(`Compliance summary: ${project.frameworkName}`);
  sheet.line(periodOf(project));
  sheet.line(`As of ${asOf.slice(0, 16).replace("T", " ")} UTC`);
  sheet.heading("Score");
  sheet.bars([
    { label: "Compliance score", share: score.overall / 100, value: percent(score.overall) },
    {
      label: "Fully verified controls",
      share: score.completion_percentage / 100,
      value: percent(score.completion_percentage),
    },
  ]);
}

/** What of the figures is not made of evidence. */
function markLines({ set_by_hand: byHand, left_out: leftOut, waiting }: ReportScore): string[] {
  const numbers = (controls: readonly { number: string }[]) =>
    controls.map(({ number }) => number).join(", ");
  return [
    ...(byHand.length === 0 ? [] : [`Set by hand, not by evidence: ${numbers(byHand)}`]),
    ...(leftOut.length === 0 ? [] : [`Left out, because they do not apply: ${numbers(leftOut)}`]),
    ...(waiting.length === 0 ? [] : [`Said, and not confirmed: ${numbers(waiting)}`]),
  ];
}

function writeFigures(sheet: Sheet, score: ReportScore): void {
  sheet.heading("Trust categories");
  sheet.bars(
    Object.entries(score.categories).map(([name, value]) => ({
      label: inWords(name),
      share: value / 100,
      value: percent(value),
    })),
  );
  for (const line of markLines(score)) sheet.line(line);
  const { total: controls, ...coverage } = score.coverage;
  sheet.heading("Control coverage");
  sheet.bars(counted(coverage, controls));
  const { total: evidence, ...quality } = score.evidence_quality;
  sheet.heading("Evidence quality");
  sheet.bars(counted(quality, evidence));
}

function writeProblems(sheet: Sheet, score: ReportScore): void {
  const { risk } = score;
  sheet.heading("Risk");
  sheet.bars([{ label: `Risk: ${risk.level}`, share: risk.score / 100, value: `${risk.score} of 100` }]);
  sheet.heading("Findings to deal with, by severity");
  sheet.bars(counted(score.active_findings, risk.counted));
  sheet.heading("Top missing controls");
  if (score.top_missing_controls.length === 0) sheet.line("None: every control that applies is complete");
  for (const control of score.top_missing_controls) {
    sheet.line(`${control.number}  ${control.title} (${percent(control.progress)})`);
    if (control.summary !== "") sheet.line(control.summary);
    if (control.evidence_hints.length > 0)
      sheet.line(`Typical evidence: ${control.evidence_hints.join("; ")}`);
  }
}

/** The figures of a project on paper, with charts. */
export async function summaryPdf(data: ReportData): Promise<Buffer> {
  const score = reportScore(data);
  const title = `${data.project.name}: compliance summary`;
  const sheet = createSheet({ title, asOf: new Date(data.asOf) });
  writeTop(sheet, data, score);
  writeFigures(sheet, score);
  writeProblems(sheet, score);
  return sheet.save();
}
