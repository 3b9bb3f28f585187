import type { Format } from "../../i18n/create-format.ts";

interface Day {
  day: string;
  overall_score: number;
}

/** The values of `project.trend`; the number of its words is that of the points as they are shown. */
export const trendOf = (change: number, format: Pick<Format, "signed">) => ({
  points: format.signed(change),
  count: Math.round(Math.abs(change) * 10) / 10,
});

const WEEK_MS = 7 * 86_400_000;

/** The change of the score over a week, in points; null without a value from then. Days must be in order. */
export function changeSince(history: readonly Day[], score: number, now = new Date()): number | null {
  const then = new Date(now.getTime() - WEEK_MS).toISOString().slice(0, 10);
  const before = history.toSorted((a, b) => a.day.localeCompare(b.day)).findLast(({ day }) => day <= then);
  return before === undefined ? null : score - before.overall_score;
}
