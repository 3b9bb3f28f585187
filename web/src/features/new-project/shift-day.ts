const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** The same day of another month, or its last day. */
function plusMonths(day: string, months: number): string {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth() + months];
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return isoDay(Date.UTC(year, month, Math.min(date.getUTCDate(), last)));
}

/**
 * A day of the period that began on one day, in the period that begins on another: as many months later if both begin
 * on the same day of the month, as many days later otherwise. Days are YYYY-MM-DD.
 */
export function shiftDay(day: string, from: string, to: string): string {
  if (from.slice(8) !== to.slice(8)) return isoDay(Date.parse(day) + Date.parse(to) - Date.parse(from));
  const [before, after] = [new Date(from), new Date(to)];
  const years = after.getUTCFullYear() - before.getUTCFullYear();
  return plusMonths(day, years * 12 + after.getUTCMonth() - before.getUTCMonth());
}
