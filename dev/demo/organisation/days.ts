export const DAY_MS = 86_400_000;

/** A time this many days from now. */
export const inDays = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString();

const MINUTE_MS = 60_000;
/** In UTC; the latest beginning leaves time for what follows on that day. */
const [WORK_BEGINS, WORK_MINUTES] = ["T07:30:00Z", 300] as const;

/** The days since a time of the working day that many days ago; each place has another time. */
export function atWork(ago: number, place: number): number {
  const time = Date.parse(dayAgo(ago) + WORK_BEGINS) + ((place * 97) % WORK_MINUTES) * MINUTE_MS;
  return Math.max(0, (Date.now() - time) / DAY_MS);
}

/** The calendar day this many days ago. */
export const dayAgo = (ago: number): string => inDays(-ago).slice(0, 10);
