import type { Questionnaire } from "./questionnaire.queries.ts";

/** How many questions somebody has decided on. */
export const decidedOf = ({ counts }: Pick<Questionnaire, "counts">): number =>
  counts.accepted + counts.edited + counts.rejected;
