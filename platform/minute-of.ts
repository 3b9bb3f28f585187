/** A time to the minute, as people read it: `2026-11-21 12:00 UTC`. */
export function minuteOf(time: Date | string): string {
  const text = typeof time === "string" ? time : time.toISOString();
  return `${text.slice(0, 16).replace("T", " ")} UTC`;
}
