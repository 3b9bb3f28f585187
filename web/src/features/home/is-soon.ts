/** Enough time to collect evidence again, or to prepare a milestone. */
const SOON_MS = 30 * 86_400_000;

/** The end of the month ahead, as ISO 8601. */
export const soonEnds = (): string => new Date(Date.now() + SOON_MS).toISOString();

/** Whether it is at most a month ahead. */
export const isSoon = (at: string): boolean => Date.parse(at) < Date.now() + SOON_MS;
