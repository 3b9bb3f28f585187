interface Day {
  day: string;
  overall_score: number;
}

const WEEK_MS = 7 * 86_400_000;

/** By how many points a score moved in a week; null where nothing is known of then. Days come in their order. */
export function changeSince(history: readonly Day[], score: number, now = new Date()): number | null {
  const then = new Date(now.getTime() - WEEK_MS).toISOString().slice(0, 10);
  const before = history.toSorted((a, b) => a.day.localeCompare(b.day)).findLast(({ day }) => day <= then);
  return before === undefined ? null : score - before.overall_score;
}
