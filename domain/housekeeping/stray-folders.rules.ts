import { daysAfter } from "../days.rules.ts";

/** No transaction takes this long: afterwards, a missing row will never exist. */
const SAFE_AGE_DAYS = 1;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** The creation time in the first 48 bits of an id; null for other names. */
function madeAt(id: string): number | null {
  const [, high, low] = UUID_V7.exec(id) ?? [];
  return high === undefined || low === undefined ? null : Number.parseInt(high + low, 16);
}

/** Anything written before this belongs to no running transaction. */
export const safelyBefore = (now: Date): Date => daysAfter(now, -SAFE_AGE_DAYS);

/** This many folders without a row may be left over from crashes, whatever their share. */
const FEW = 20;

/** Whether so many folders lack a row that the database is probably another one, or partially restored. */
export const isForeignStore = ({ stray, folders }: { stray: number; folders: number }): boolean =>
  stray > FEW && stray > folders / 2;

/** Whether a folder is old enough to be removed if it has no row. Folders with other names stay. */
export const isOldFolder = (name: string, now: Date): boolean => {
  const at = madeAt(name);
  return at !== null && at < safelyBefore(now).getTime();
};
