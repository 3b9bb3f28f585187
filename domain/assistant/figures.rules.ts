import type { Gap } from "../compliance/gaps.rules.ts";
import type { Figures, MarkedControl, Marks } from "../compliance/score.rules.ts";
import type { FindingStats } from "../findings/finding-stats.rules.ts";
import type { Severity } from "../findings/finding.rules.ts";
import type { Texts } from "../texts/en.ts";
import { describeByHand, describeCoverage, tenths } from "./wording.rules.ts";

const MAX_GAPS = 5;

/** The score in words, if requested also how it is computed. */
export function describeScore(
  { overall, coverage, quality, marks }: Figures & { marks?: Marks },
  { isExplained, texts }: { isExplained: boolean; texts: Texts },
): string {
  const { assistant } = texts;
  return [
    assistant.score(tenths(overall, texts)),
    ...(isExplained ? [assistant.computed] : []),
    `${describeCoverage({ coverage, quality }, texts)}${assistant.weak(quality.needs_improvement)}${describeByHand(marks?.set_by_hand ?? [], texts)}`,
  ].join(" ");
}

const named = ({ number, title }: MarkedControl): string => `${number} ${title}`;

/** The part of its figure that comes from a statement. */
function byHand({ progressSource, statements }: MarkedControl, { assistant }: Texts): string {
  const { progress, required_evidence: required } = statements;
  const why = progress === undefined ? "" : ` (${progress.reason})`;
  const lowered = required ? assistant.lowered(String(required.from), required.reason) : "";
  return `${progressSource === "manual" ? ` ${assistant.setByHand}${why}` : ""}${lowered}`;
}

function standOf(control: MarkedControl, texts: Texts): string {
  const { progress, approvedEvidence, requiredEvidence, pendingEvidence } = control;
  const { assistant } = texts;
  const waiting = pendingEvidence === 0 ? "" : assistant.waiting(pendingEvidence);
  return `${named(control)}: ${assistant.progress(tenths(progress, texts))}${byHand(control, texts)}, ${assistant.approved(approvedEvidence, requiredEvidence)}${waiting}.`;
}

const lackOf = ({ control, reasons: [reason], suggestedAction }: Gap<MarkedControl>, texts: Texts): string =>
  `${standOf(control, texts)} ${texts.chats.gaps.action(reason, suggestedAction)}.`;

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

const outOfScope = (control: MarkedControl, { assistant }: Texts): string =>
  `${assistant.outOfScope(named(control))}${control.justification ? `: ${asSentence(control.justification)}` : "."}`;

/** The progress of one control, in words. */
export const describeProgress = (control: MarkedControl, texts: Texts): string =>
  control.notApplicable ? outOfScope(control, texts) : standOf(control, texts);

/** The owner of one control, in words; `owner` is null without one. */
export const describeOwner = (control: MarkedControl, owner: string | null, { assistant }: Texts): string =>
  owner === null ? assistant.noOwnerOf(named(control)) : assistant.owner(named(control), owner);

/** The gaps of the project, in words. */
export function describeGaps(gaps: readonly Gap<MarkedControl>[], texts: Texts): string {
  if (gaps.length === 0) return texts.assistant.noGaps;
  const worst = gaps.slice(0, MAX_GAPS).map((gap) => `- ${lackOf(gap, texts)}`);
  return [texts.assistant.gaps(gaps.length), ...worst].join("\n");
}

/** The gaps of one control, in words. */
export function describeGapsOf(
  control: MarkedControl,
  gaps: readonly Gap<MarkedControl>[],
  texts: Texts,
): string {
  if (control.notApplicable) return outOfScope(control, texts);
  const gap = gaps.find((one) => one.control.number === control.number);
  return gap === undefined ? texts.assistant.noGapOf(named(control)) : lackOf(gap, texts);
}

/** The number of all findings, and of the open ones and those in progress by severity. */
export interface FindingFigures {
  all: FindingStats;
  active: FindingStats;
}

function countOf({ all: { total, risk, overdue }, active }: FindingFigures, texts: Texts): string {
  const severities = Object.entries(active.severity).filter(([, count]) => count > 0);
  const split = severities
    .map(([severity, count]) => `${count} ${texts.labels.severity[severity as Severity]}`)
    .join(", ");
  return texts.assistant.findings({ active: risk.counted, total, split, overdue });
}

/** A list on lines of its own; empty for none. */
const below = (list: string): string => (list === "" ? "" : `\n${list}`);

/** The findings of the project in words, with those that were requested. */
export function describeFindings(figures: FindingFigures, list: string, texts: Texts): string {
  const { score, level } = figures.all.risk;
  const risk = texts.assistant.risk(tenths(score, texts), texts.labels.risk[level]);
  return `${countOf(figures, texts)} ${risk}${below(list)}`;
}

/** The findings about one control in words, with those that were requested. */
export const describeFindingsOf = (
  control: MarkedControl,
  figures: FindingFigures,
  list: string,
  texts: Texts,
): string =>
  `${named(control)}: ${countOf(figures, texts)}${control.notApplicable ? ` ${outOfScope(control, texts)}` : ""}${below(list)}`;
