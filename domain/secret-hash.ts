import { hash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex. Sufficient for secrets of 256 random bits; passwords need a slow hash. */
export const secretHash = (secret: string): string => hash("sha256", secret);

/** Whether `stored` is the hash of `secret`, compared in constant time. */
export const isSecretOf = (stored: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(stored), Buffer.from(secretHash(secret)));
