const DAY_MS = 86_400_000;

/** A time this many days from now. */
export const inDays = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString();

/** The calendar day this many days ago. */
export const dayAgo = (ago: number): string => inDays(-ago).slice(0, 10);
