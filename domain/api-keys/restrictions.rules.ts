import { entryOf } from "../entry-of.rules.ts";

export const WEEKDAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;
export type Weekday = (typeof WEEKDAYS)[number];

/**
 * The hours in which a key works. `from` after `to` spans midnight and belongs to the day on which it starts;
 * equal means all day.
 */
export interface TimeWindow {
  /** IANA name. */
  timezone: string;
  days: readonly Weekday[];
  /** `HH:MM`, inclusive. */
  from: string;
  /** `HH:MM`, exclusive. */
  to: string;
}

/** Restrictions of a key in addition to its scopes; absent parts do not restrict. */
export interface Restrictions {
  rateLimit?: { perMinute?: number | undefined; perHour?: number | undefined } | undefined;
  /** Addresses and CIDR ranges. */
  ipAllow?: readonly string[] | undefined;
  time?: TimeWindow | undefined;
  projectIds?: readonly string[] | undefined;
}

const MINUTES_OF_DAY = 1_440;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Creating a formatter costs a hundred times as much as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  formats.set(timeZone, made);
  return made;
}

function localTime(timezone: string, now: Date): { day: number; minutes: number } {
  const parts = formatOf(timezone).formatToParts(now);
  const values = new Map(parts.map(({ type, value }) => [type, value]));
  const read = (type: Intl.DateTimeFormatPartTypes) => entryOf(values, type);
  return {
    day: WEEKDAYS.indexOf(read("weekday").toLowerCase() as Weekday),
    minutes: Number(read("hour")) * 60 + Number(read("minute")),
  };
}

const minutesOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(":").map(Number);
  return (hours * 60 + minutes) % MINUTES_OF_DAY;
};

/**
 * Whether the window is open at `now`, in local time of its time zone. Throws RangeError for an unknown zone.
 */
export function isOpen(window: TimeWindow, now: Date): boolean {
  const { day, minutes } = localTime(window.timezone, now);
  const [from, to] = [minutesOf(window.from), minutesOf(window.to)];
  const on = (index: number) => window.days.some((one) => one === WEEKDAYS.at(index));
  if (from === to) return on(day);
  if (from < to) return on(day) && minutes >= from && minutes < to;
  return (on(day) && minutes >= from) || (on(day - 1) && minutes < to);
}

/** Why a key does not work for a request. */
export type KeyRefusal = "revoked" | "expired" | "address" | "time";

export interface KeyState {
  revokedAt?: Date | null | undefined;
  expiresAt?: Date | null | undefined;
  restrictions: Restrictions;
}

export interface Circumstances {
  now: Date;
  /** The address of the request; undefined if unknown, which no address restriction allows. */
  address: string | undefined;
  inRanges: (ranges: readonly string[], address: string) => boolean;
}

/** The first reason to refuse a key, or null if it works. */
export function refusalOf(key: KeyState, { now, address, inRanges }: Circumstances): KeyRefusal | null {
  const { ipAllow, time } = key.restrictions;
  if (key.revokedAt) return "revoked";
  if (key.expiresAt && key.expiresAt <= now) return "expired";
  if (ipAllow !== undefined && (address === undefined || !inRanges(ipAllow, address))) return "address";
  if (time !== undefined && !isOpen(time, now)) return "time";
  return null;
}
