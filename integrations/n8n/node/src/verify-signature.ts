import { createHmac, timingSafeEqual } from "node:crypto";

const TOLERANCE_S = 5 * 60;

export interface SignedRequest {
  id: string;
  /** Seconds, as received. */
  timestamp: string;
  /** Entries such as `v1,<base64>`, separated by spaces: more than one during a rotation of the secret. */
  signatures: string;
  body: Buffer;
}

const isEqual = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);

/** Whether a request was signed with the secret, within five minutes of now (Standard Webhooks 1.0). */
export function verifySignature(
  secret: string,
  { id, timestamp, signatures, body }: SignedRequest,
  now: Date,
): boolean {
  if (id === "" || !/^\d{1,12}$/.test(timestamp)) return false;
  if (Math.abs(now.getTime() / 1_000 - Number(timestamp)) > TOLERANCE_S) return false;
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  if (key.length === 0) return false;
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.`).update(body).digest();
  return signatures
    .split(" ")
    .map((entry) => entry.split(","))
    .some(
      ([version, signature = ""]) => version === "v1" && isEqual(Buffer.from(signature, "base64"), expected),
    );
}
