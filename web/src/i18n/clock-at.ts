/** What the clock of a time zone shows at a time, as if it were the clock of UTC; both in epoch milliseconds. */
export function clockAt(time: number, timeZone: string): number {
  const parts = new Intl.DateTimeFormat("en", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(time);
  const read = (type: string) => Number(parts.find((part) => part.type === type)!.value);
  return Date.UTC(read("year"), read("month") - 1, read("day"), read("hour"), read("minute"), read("second"));
}
