import type { Questionnaire } from "./questionnaire.queries.ts";

/** The number of questions with a decision. */
export const decidedOf = ({ counts }: Pick<Questionnaire, "counts">): number =>
  counts.accepted + counts.edited + counts.rejected;
