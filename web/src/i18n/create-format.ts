import { shownScore } from "../../../domain/compliance/shown-score.rules.ts";
import { clockAt } from "./clock-at.ts";
import { keep } from "./keep.ts";

export interface Format {
  number(value: number): string;
  /** From 0 to 100, with one decimal if needed; 100 only if nothing is missing. */
  percent(value: number): string;
  /** +3.1, −0.4 */
  signed(value: number): string;
  /** 1 Dec 2026 */
  date(at: string): string;
  dateTime(at: string): string;
  /** To the second, with the time zone: 31 Mar 2026, 23:30:00 UTC. */
  exact(at: string): string;
  /** 3 days ago, in 2 hours; days ahead as those of the calendar. */
  relative(at: string, now?: Date): string;
  /** In 60 days, tomorrow: always in days of the calendar. */
  inDays(at: string, now?: Date): string;
  bytes(count: number): string;
}

const DAY = 86_400;
/**
 * Units with their seconds, and the number from which they are used: "in 45 days" is more precise than "next
 * month".
 */
const STEPS: [unit: Intl.RelativeTimeFormatUnit, size: number, from: number][] = [
  ["year", 365 * DAY, 2 * 365 * DAY],
  ["month", 30 * DAY, 90 * DAY],
  ["day", DAY, DAY],
  ["hour", 3_600, 3_600],
  ["minute", 60, 60],
];
const BYTE_UNITS = ["byte", "kilobyte", "megabyte", "gigabyte"];

const isDay = (at: string): boolean => /^\d{4}-\d\d-\d\d$/.test(at);

/** Formatters take far longer to create than to use: one for each set of options. */
function createFormatters(language: string) {
  const numbers = new Map<string, Intl.NumberFormat>();
  const dates = new Map<string, Intl.DateTimeFormat>();
  return {
    relative: new Intl.RelativeTimeFormat(language, { numeric: "auto" }),
    number: (options: Intl.NumberFormatOptions) =>
      keep(numbers, JSON.stringify(options), () => new Intl.NumberFormat(language, options)),
    date: (options: Intl.DateTimeFormatOptions) =>
      keep(dates, JSON.stringify(options), () => new Intl.DateTimeFormat(language, options)),
  };
}
type Formatters = ReturnType<typeof createFormatters>;

function relativeTo(formatters: Formatters, at: string, now: Date, timeZone: string): string {
  const { relative } = formatters;
  const seconds = (new Date(at).getTime() - now.getTime()) / 1_000;
  const [unit, size] = STEPS.find(([, , from]) => Math.abs(seconds) >= from) ?? ["second", Infinity];
  // What is valid for 7 days ends in 7 days, also a second later.
  if (unit === "day" && seconds > 0) return inDaysOf(formatters, at, now, timeZone);
  return relative.format(Math.trunc(seconds / size), unit);
}

/** The number of a day of the calendar. */
const dayNumber = (clock: number): number => Math.floor(clock / (DAY * 1_000));

/** What is due tonight is due today, however many hours are left. */
function inDaysOf({ relative }: Formatters, at: string, now: Date, timeZone: string): string {
  const time = Date.parse(at);
  const day = dayNumber(isDay(at) ? time : clockAt(time, timeZone));
  return relative.format(day - dayNumber(clockAt(now.getTime(), timeZone)), "day");
}

/** The unit in which the number has at most three digits before the point, as it is rounded. */
function powerOf(count: number): number {
  const power = BYTE_UNITS.findIndex((_unit, n) => count < (1_000 - (n > 1 ? 0.05 : 0.5)) * 1_000 ** n);
  return power < 0 ? BYTE_UNITS.length - 1 : power;
}

function bytesIn({ number }: Formatters, count: number): string {
  const power = powerOf(count);
  const style = {
    style: "unit",
    unit: BYTE_UNITS[power]!,
    // English has no plural in the short form.
    unitDisplay: power === 0 ? "long" : "short",
    maximumFractionDigits: power > 1 ? 1 : 0,
  } as const;
  return number(style).format(count / 1_000 ** power);
}

/** Formats in a language (BCP 47) and a time zone (IANA). */
export function createFormat(language: string, timeZone: string): Format {
  const formatters = createFormatters(language);
  const { number, date } = formatters;
  return {
    number: (value) => number({ maximumFractionDigits: 1 }).format(value),
    percent: (value) =>
      number({ style: "percent", maximumFractionDigits: 1 }).format(shownScore(value) / 100),
    signed: (value) => number({ signDisplay: "exceptZero", maximumFractionDigits: 1 }).format(value),
    // A calendar date is the same in every time zone.
    date: (at) => date({ dateStyle: "medium", timeZone: isDay(at) ? "UTC" : timeZone }).format(new Date(at)),
    dateTime: (at) => date({ dateStyle: "medium", timeStyle: "short", timeZone }).format(new Date(at)),
    exact: (at) => date({ dateStyle: "medium", timeStyle: "long", timeZone }).format(new Date(at)),
    relative: (at, now = new Date()) => relativeTo(formatters, at, now, timeZone),
    inDays: (at, now = new Date()) => inDaysOf(formatters, at, now, timeZone),
    bytes: (count) => bytesIn(formatters, count),
  };
}
