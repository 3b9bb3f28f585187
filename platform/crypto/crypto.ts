import { createCipheriv, createDecipheriv, randomBytes, timingSafeEqual } from "node:crypto";

const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Compares two texts in constant time. */
export function isSameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}

/**
 * AES-256-GCM; returns base64 of IV, tag and cipher text. `context` is authenticated: a value moved elsewhere
 * cannot be decrypted.
 */
export function seal(key: Buffer, plain: string, context: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(context));
  const body = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64");
}

/** The reverse of `seal`. Throws if key, context or a single bit differs. */
export function open(key: Buffer, sealed: string, context: string): string {
  const bytes = Buffer.from(sealed, "base64");
  const iv = bytes.subarray(0, IV_BYTES);
  // Otherwise Node accepts a shortened tag, which is easier to forge.
  const decipher = createDecipheriv("aes-256-gcm", key, iv, { authTagLength: TAG_BYTES }).setAAD(
    Buffer.from(context),
  );
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString(
    "utf8",
  );
}

/** `seal` and `open` with a fixed key. */
export const createSecretBox = (key: Buffer) => ({
  seal: (context: string, plain: string): string => seal(key, plain, context),
  open: (context: string, sealed: string): string => open(key, sealed, context),
});
