import type { Gap } from "../compliance/gaps.rules.ts";
import type { Figures, MarkedControl, Marks } from "../compliance/score.rules.ts";
import type { FindingStats } from "../findings/finding-stats.rules.ts";
import { counted } from "../counted.rules.ts";
import { describeByHand, describeCoverage, tenths } from "./wording.rules.ts";

const MAX_GAPS = 5;

/** The score in words. */
export function describeScore({ overall, coverage, quality, marks }: Figures & { marks?: Marks }): string {
  return (
    `The compliance score is ${tenths(overall)} of 100. ${describeCoverage({ coverage, quality })}, ` +
    `${quality.needs_improvement} of them with a quality below 60.${describeByHand(marks?.set_by_hand ?? [])}`
  );
}

const named = ({ number, title }: MarkedControl): string => `${number} ${title}`;

/** The part of its figure that comes from a statement. */
function byHand({ progressSource, statements }: MarkedControl): string {
  const { progress, required_evidence: required } = statements;
  const why = progress === undefined ? "" : ` (${progress.reason})`;
  const lowered = required
    ? `, with the required evidence lowered from ${required.from} (${required.reason})`
    : "";
  return `${progressSource === "manual" ? ` set by hand${why}` : ""}${lowered}`;
}

const standOf = (control: MarkedControl): string => {
  const {
    progress,
    approvedEvidence: approved,
    requiredEvidence: required,
    pendingEvidence: pending,
  } = control;
  const waiting = pending === 0 ? "" : `, ${pending} pending review`;
  return `${named(control)}: ${tenths(progress)}%${byHand(control)}, ${approved} of ${required} required evidence approved${waiting}.`;
};

const lackOf = ({ control, suggestedAction }: Gap<MarkedControl>): string =>
  `${standOf(control)} ${suggestedAction}.`;

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const outOfScope = (control: MarkedControl): string =>
  `${named(control)} does not apply to this project${control.justification ? `: ${asSentence(control.justification)}` : "."}`;

export const describeMissingControl = (number: string): string => `This project has no control ${number}.`;

/** The progress of one control, in words. */
export const describeProgress = (control: MarkedControl): string =>
  control.notApplicable ? outOfScope(control) : standOf(control);

/** The gaps of the project, in words. */
export function describeGaps(gaps: readonly Gap<MarkedControl>[]): string {
  if (gaps.length === 0) return "Nothing is missing: no applicable control has a gap.";
  const worst = gaps.slice(0, MAX_GAPS).map(lackOf);
  return [`${counted(gaps.length, "control")} with gaps. The furthest behind:`, ...worst].join("\n");
}

/** The gaps of one control, in words. */
export function describeGapsOf(control: MarkedControl, gaps: readonly Gap<MarkedControl>[]): string {
  if (control.notApplicable) return outOfScope(control);
  const gap = gaps.find((one) => one.control.number === control.number);
  return gap === undefined
    ? `Nothing is missing for ${named(control)}, according to its evidence and findings.`
    : lackOf(gap);
}

/** The number of all findings, and of the open ones and those in progress by severity. */
export interface FindingFigures {
  all: FindingStats;
  active: FindingStats;
}

function countOf({ all: { total, risk, overdue }, active }: FindingFigures): string {
  const severities = Object.entries(active.severity).filter(([, count]) => count > 0);
  const split = severities.map(([severity, count]) => `${count} ${severity.toLowerCase()}`).join(", ");
  return (
    `${counted(risk.counted, "finding")} of ${total} ${risk.counted === 1 ? "is" : "are"} open or in progress${split === "" ? "" : ` (${split})`}, ` +
    `${overdue} of them overdue.`
  );
}

/** A list on lines of its own; empty for none. */
const below = (list: string): string => (list === "" ? "" : `\n${list}`);

/** The findings of the project in words, with those that were requested. */
export const describeFindings = (figures: FindingFigures, list = ""): string =>
  `${countOf(figures)} The risk score is ${tenths(figures.all.risk.score)} of 100 (${figures.all.risk.level}).${below(list)}`;

/** The findings about one control in words, with those that were requested. */
export const describeFindingsOf = (control: MarkedControl, figures: FindingFigures, list = ""): string =>
  `${named(control)}: ${countOf(figures)}${control.notApplicable ? ` ${outOfScope(control)}` : ""}${below(list)}`;
