import { DAY_MS } from "../days.rules.ts";

export const KEY_KINDS = ["Production", "Development", "Testing", "Custom"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const ENVIRONMENT_OF_KIND = {
  Production: "live",
  Development: "dev",
  Testing: "test",
  Custom: "custom",
} as const satisfies Record<KeyKind, string>;

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 43 characters from an alphabet of 62 carry 256 bits. */
export const SECRET_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const KEY = /^cmk_(?:live|dev|test|custom)_([0-9a-f]{32})_[0-9A-Za-z]{43}[0-9A-Za-z]{6}$/;

const CRC_POLYNOMIAL = 0xedb88320;

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const character of text) {
    crc ^= character.codePointAt(0)!;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ CRC_POLYNOMIAL : crc >>> 1;
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Detects mistyped or invented keys without the database, and reduces false positives of secret scanners. */
function checksumOf(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = BASE62[rest % 62]! + digits;
    rest = Math.floor(rest / 62);
  }
  return digits;
}

const UUID_PARTS = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The public part of a key: `cmk_<env>_<keyId>`; the key id is the row's UUID without hyphens. */
export const keyPrefix = (kind: KeyKind, id: string): string =>
  `cmk_${ENVIRONMENT_OF_KIND[kind]}_${id.replaceAll("-", "")}`;

/** The whole key, `cmk_<env>_<keyId>_<secret><checksum>`; `secret` is SECRET_LENGTH characters of BASE62. */
export function formatKey(kind: KeyKind, id: string, secret: string): string {
  const body = `${keyPrefix(kind, id)}_${secret}`;
  return body + checksumOf(body);
}

/** The row id in a key, or null if it is not a key or its checksum is wrong. Does not verify the secret. */
export function parseKey(text: string): string | null {
  const hex = KEY.exec(text)?.[1];
  if (hex === undefined) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return hex.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
}

/** Whether a key is valid, apart from restrictions. */
export const isLiveKey = (
  { revokedAt, expiresAt }: { revokedAt?: Date | null; expiresAt?: Date | null },
  now: Date,
): boolean => !revokedAt && (!expiresAt || expiresAt > now);

export const ROTATION_OVERLAP_HOURS = 24;

/** When a key must be replaced; all durations in milliseconds. */
export interface RotationSchedule {
  /** The age at which a key is due. */
  dueAfterMs: number;
  /** One reminder this many days before, in chronological order. */
  remindDaysBefore: readonly number[];
  /** How long an overdue key still works. */
  graceMs: number;
  /** Length of a day; shorter in tests. */
  dayMs: number;
}

export const QUARTERLY: RotationSchedule = {
  dueAfterMs: 90 * DAY_MS,
  remindDaysBefore: [14, 7, 1],
  graceMs: 7 * DAY_MS,
  dayMs: DAY_MS,
};

/** When a key must be replaced; null if it was replaced or has ended. */
export const rotationDueAt = (
  key: { createdAt: Date; revokedAt?: Date | null; expiresAt?: Date | null; rotatedTo?: string | null },
  now: Date,
  { dueAfterMs } = QUARTERLY,
): Date | null =>
  key.rotatedTo || !isLiveKey(key, now) ? null : new Date(key.createdAt.getTime() + dueAfterMs);

/** Derived from the key, so that a second start has no effect. */
export const rotationWorkflowId = (keyId: string): string => `rotate-key-${keyId}`;

/** Years beyond 9999 need more than four digits. */
const LAST_MOMENT = Date.UTC(9_999, 11, 31, 23, 59, 59, 999);

/** The expiry of a successor, which lives as long as its predecessor was meant to. */
export const successorExpiry = (
  key: { createdAt: Date; expiresAt?: Date | null | undefined },
  now: Date,
): Date | null =>
  key.expiresAt
    ? new Date(Math.min(LAST_MOMENT, now.getTime() + key.expiresAt.getTime() - key.createdAt.getTime()))
    : null;

/** A replaced key stays valid for the overlap, but never beyond its own expiry. */
export function overlapEnd(expiresAt: Date | null | undefined, now: Date, overlapHours: number): Date {
  const end = new Date(now.getTime() + overlapHours * 3_600_000);
  return expiresAt && expiresAt < end ? expiresAt : end;
}
