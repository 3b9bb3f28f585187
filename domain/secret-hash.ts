import { createHash, timingSafeEqual } from "node:crypto";

/** SHA-256 in hex. Enough for secrets of 256 random bits; passwords need a slow hash. */
export const secretHash = (secret: string): string => createHash("sha256").update(secret).digest("hex");

/** Whether `secret` is the one behind `hash`, in a time that does not tell how much of it is right. */
export const isSecretOf = (hash: string, secret: string): boolean =>
  timingSafeEqual(Buffer.from(hash), Buffer.from(secretHash(secret)));
