import type { Figures } from "../compliance/score.rules.ts";
import { counted } from "../counted.rules.ts";
import { shownScore } from "../compliance/shown-score.rules.ts";

/** `1 is`, `2 are`. */
export const areOf = (count: number): string => `${count} ${count === 1 ? "is" : "are"}`;

/** The state of the applicable controls and the evidence that counts, as the beginning of a sentence. */
export function describeCoverage({ coverage, quality }: Pick<Figures, "coverage" | "quality">): string {
  const { total, complete, in_progress: inProgress, not_started: untouched } = coverage;
  return (
    `Of ${counted(total, "applicable control")}, ${areOf(complete)} complete, ${inProgress} in progress and ` +
    `${untouched} not started. ${counted(quality.total, "piece")} of evidence ${quality.total === 1 ? "counts" : "count"}`
  );
}

/** Names the controls whose figures someone stated, as a further sentence; empty without any. */
export const describeByHand = (stated: readonly { number: string }[]): string =>
  stated.length === 0
    ? ""
    : ` Set by hand, not by evidence: ${stated.map(({ number }) => number).join(", ")}.`;

/** A score with one decimal. */
export const tenths = (score: number): string => shownScore(score).toFixed(1);
