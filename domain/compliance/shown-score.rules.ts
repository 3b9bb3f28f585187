const MOST_INCOMPLETE = 99.9;

/** A score to be shown with one decimal: rounding gives 100 only if nothing is missing. */
export const shownScore = (score: number): number => (score < 100 ? Math.min(score, MOST_INCOMPLETE) : score);
