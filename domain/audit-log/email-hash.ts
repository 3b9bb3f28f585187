import { createHmac, hkdfSync } from "node:crypto";
import { normalizeEmail } from "../normalize-email.rules.ts";

const LABEL = "compliance audit email_hash 1";
const KEY_BYTES = 32;

/**
 * A stand-in for an e-mail address in the audit log: the same for the same address, but useless for guessing
 * addresses without our key, from which its own key is derived.
 */
export function emailHash(encryptionKey: Buffer, email: string): string {
  const key = new Uint8Array(hkdfSync("sha256", encryptionKey, "", LABEL, KEY_BYTES));
  return createHmac("sha256", key).update(normalizeEmail(email)).digest("hex");
}
