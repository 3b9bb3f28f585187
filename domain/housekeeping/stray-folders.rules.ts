/** The folders of the blob store whose names are ids, each with the table that has the rows. */
export const STORED = {
  evidence: "evidence",
  questionnaires: "questionnaires",
  reports: "reports",
} as const;
export type Stored = keyof typeof STORED;

/** No transaction is under way for this long: by then a row is there or never will be. */
const SAFE_AGE_MS = 24 * 3_600_000;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** When an id was made, which stands in its first 48 bits; null for a name that is none of our ids. */
function madeAt(id: string): number | null {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}

/** What was written before this moment is nobody's work under way. */
export const safelyBefore = (now: Date): Date => new Date(now.getTime() - SAFE_AGE_MS);

/** Whether a folder is old enough to be taken away when it has no row. Those that we did not name stay. */
export const isOldFolder = (name: string, now: Date): boolean => {
  const at = madeAt(name);
  return at !== null && at < safelyBefore(now).getTime();
};
