import type { Figures } from "../compliance/score.rules.ts";
import { shownScore } from "../compliance/shown-score.rules.ts";
import type { Texts } from "../texts/en.ts";

/** The state of the applicable controls and the evidence that counts, as the beginning of a sentence. */
export function describeCoverage(
  { coverage, quality }: Pick<Figures, "coverage" | "quality">,
  { assistant }: Texts,
): string {
  const { total, complete, in_progress: inProgress, not_started: notStarted } = coverage;
  return `${assistant.coverage({ total, complete, inProgress, notStarted })} ${assistant.counts(quality.total)}`;
}

/** Names the controls whose figures someone stated, as a further sentence; empty without any. */
export const describeByHand = (stated: readonly { number: string }[], { chats }: Texts): string =>
  stated.length === 0 ? "" : ` ${chats.figures.byHand(stated.map(({ number }) => number).join(", "))}`;

/** A score with one decimal. */
export const tenths = (score: number, { formats }: Texts): string => formats.tenths(shownScore(score));
