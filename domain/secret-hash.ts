import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex. Sufficient for secrets of 256 random bits; passwords need a slow hash. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Whether `hash` belongs to `secret`, compared in constant time. */
export const isSecretOf = (hash: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret)));
