import type { Gap } from "../compliance/gaps.rules.ts";
import type { Figures, ScoredControl } from "../compliance/score.rules.ts";
import type { FindingStats } from "../findings/finding-stats.rules.ts";

const MOST_GAPS = 5;
const tenths = (value: number): string => value.toFixed(1);
const many = (count: number, one: string): string => `${count} ${one}${count === 1 ? "" : "s"}`;

/** The score in words. */
export function tellScore({ overall, coverage, quality }: Figures): string {
  const { total, complete, in_progress: underWay, not_started: untouched } = coverage;
  return (
    `The compliance score is ${tenths(overall)} of 100. Of ${many(total, "applicable control")}, ${complete} are complete, ` +
    `${underWay} in progress and ${untouched} not started. ${many(quality.total, "piece")} of evidence count, ` +
    `${quality.needs_improvement} of them with a quality below 60.`
  );
}

const lackOf = ({ control, suggestedAction }: Gap<ScoredControl>): string => {
  const {
    number,
    title,
    progress,
    approvedEvidence: approved,
    requiredEvidence: required,
    pendingEvidence: pending,
  } = control;
  const waiting = pending === 0 ? "" : `, ${pending} waiting for review`;
  return `${number} ${title}: ${tenths(progress)}%, ${approved} of ${required} required evidence approved${waiting}. ${suggestedAction}.`;
};

/** What is missing, in words: of one control, or of the project. */
export function tellGaps(gaps: readonly Gap<ScoredControl>[], control: string | null): string {
  if (control !== null) {
    const gap = gaps.find((one) => one.control.number === control);
    return gap === undefined
      ? `Nothing is missing for ${control}, as far as its evidence and findings say.`
      : lackOf(gap);
  }
  if (gaps.length === 0) return "Nothing is missing: no applicable control has a gap.";
  const worst = gaps.slice(0, MOST_GAPS).map(lackOf);
  return [`${many(gaps.length, "control")} with gaps. The furthest behind:`, ...worst].join("\n");
}

/** The findings in words. */
export function tellFindings({ total, risk, overdue }: FindingStats): string {
  return (
    `${many(risk.counted, "finding")} of ${total} are open or in progress, ${overdue} of them overdue. ` +
    `The risk score is ${tenths(risk.score)} of 100 (${risk.level}).`
  );
}
