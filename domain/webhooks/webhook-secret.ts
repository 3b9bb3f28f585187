import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const BYTES = 24;
const [SHORTEST, LONGEST] = [16, 64];
/** Node reads anything as base64; the receiver's library may not. */
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** A secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

/** What a caller chose, as Standard Webhooks writes it; null when it cannot be one. Other text is taken as its bytes. */
export function readWebhookSecret(text: string): string | null {
  const encoded = text.startsWith(PREFIX) ? text.slice(PREFIX.length) : null;
  if (encoded !== null && !BASE64.test(encoded)) return null;
  const bytes = encoded === null ? Buffer.from(text, "utf8") : Buffer.from(encoded, "base64");
  if (bytes.length < SHORTEST || bytes.length > LONGEST) return null;
  return PREFIX + bytes.toString("base64");
}

export const webhookSecretContext = (webhookId: string): string => `webhook-secret:${webhookId}`;

/** One entry of `webhook-signature` (Standard Webhooks 1.0): HMAC-SHA256 over id, time in seconds and body. */
export function signWebhook(
  secret: string,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = Buffer.from(secret.slice(PREFIX.length), "base64");
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
