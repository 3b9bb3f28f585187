export const KEY_KINDS = ["Production", "Development", "Testing", "Custom"] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const ENVIRONMENT_OF_KIND = {
  Production: "live",
  Development: "dev",
  Testing: "test",
  Custom: "custom",
} as const satisfies Record<KeyKind, string>;

export const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/** 43 characters of 62 carry 256 bits. */
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

/** Tells a mistyped or invented key from a real one without asking the database, and lets secret scanners avoid false alarms. */
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

/** The part of a key that names it and is no secret: `cmk_<env>_<keyId>`; the key id is the row's UUID without hyphens. */
export const keyPrefix = (kind: KeyKind, id: string): string =>
  `cmk_${ENVIRONMENT_OF_KIND[kind]}_${id.replaceAll("-", "")}`;

/** The whole key, `cmk_<env>_<keyId>_<secret><checksum>`; `secret` is SECRET_LENGTH characters of BASE62. */
export function formatKey(kind: KeyKind, id: string, secret: string): string {
  const body = `${keyPrefix(kind, id)}_${secret}`;
  return body + checksumOf(body);
}

/** The id of the row a key names, or null when it is not a key or its checksum is wrong. Says nothing about its secret. */
export function parseKey(text: string): string | null {
  const hex = KEY.exec(text)?.[1];
  if (hex === undefined) return null;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  if (checksumOf(body) !== text.slice(-CHECKSUM_LENGTH)) return null;
  return hex.replace(UUID_PARTS, "$1-$2-$3-$4-$5");
}

/** Whether a key still opens anything; restrictions apart. */
export const isLiveKey = (
  { revokedAt, expiresAt }: { revokedAt?: Date | null; expiresAt?: Date | null },
  now: Date,
): boolean => !revokedAt && (!expiresAt || expiresAt > now);

const DAY_MS = 86_400_000;
export const ROTATION_OVERLAP_HOURS = 24;

/** When a key is to be replaced; every length in milliseconds. */
export interface RotationSchedule {
  /** Age at which a key is due. */
  dueAfterMs: number;
  /** One reminder this many days before, in the order they come. */
  remindDaysBefore: readonly number[];
  /** How long a key that is due still works. */
  graceMs: number;
  /** Length of a day; shorter where a test cannot wait. */
  dayMs: number;
}

export const QUARTERLY: RotationSchedule = {
  dueAfterMs: 90 * DAY_MS,
  remindDaysBefore: [14, 7, 1],
  graceMs: 7 * DAY_MS,
  dayMs: DAY_MS,
};

/** When a key is to be replaced; null for one that was, or has ended. */
export const rotationDueAt = (
  key: { createdAt: Date; revokedAt?: Date | null; rotatedTo?: string | null },
  { dueAfterMs } = QUARTERLY,
): Date | null => (key.revokedAt || key.rotatedTo ? null : new Date(key.createdAt.getTime() + dueAfterMs));

/** Derived from the key, so that starting its watch twice starts it once. */
export const rotationWorkflowId = (keyId: string): string => `rotate-key-${keyId}`;

/** The end of a successor that lives as long as the key it replaces was meant to. */
export const successorExpiry = (
  key: { createdAt: Date; expiresAt?: Date | null | undefined },
  now: Date,
): Date | null =>
  key.expiresAt ? new Date(now.getTime() + key.expiresAt.getTime() - key.createdAt.getTime()) : null;

/** A replaced key lives on for the overlap, but never longer than it would have. */
export function overlapEnd(expiresAt: Date | null | undefined, now: Date, overlapHours: number): Date {
  const end = new Date(now.getTime() + overlapHours * 3_600_000);
  return expiresAt && expiresAt < end ? expiresAt : end;
}
