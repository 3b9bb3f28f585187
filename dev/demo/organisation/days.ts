const DAY_MS = 86_400_000;

/** So many days from today, as an instant. */
export const inDays = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString();

/** The calendar day so many days ago. */
export const dayAgo = (ago: number): string => inDays(-ago).slice(0, 10);
