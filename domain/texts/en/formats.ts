/** How dates and numbers are written. */
export const formats = {
  /** `2026-11-21`, of a time in ISO 8601 or a date. */
  day: (time: string): string => time.slice(0, 10),
  /** To the minute, as people read it: `2026-11-21 12:00 UTC`. */
  minute: (time: string): string => `${time.slice(0, 16).replace("T", " ")} UTC`,
  /** With one decimal: `62.5`. */
  tenths: (value: number): string => value.toFixed(1),
  /** A share from 0 to 100, as in the console: `80%`, `62.5%`. */
  percent: (value: number): string => `${Number(value.toFixed(1))}%`,
};
