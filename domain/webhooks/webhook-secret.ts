import { createHmac, randomBytes } from "node:crypto";

const PREFIX = "whsec_";
const BYTES = 24;
const [SHORTEST, LONGEST] = [16, 64];

/** A secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

/** What a caller chose, as Standard Webhooks writes it; null when it cannot be one. Other text is taken as its bytes. */
export function readWebhookSecret(text: string): string | null {
  const marked = text.startsWith(PREFIX);
  const bytes = marked ? Buffer.from(text.slice(PREFIX.length), "base64") : Buffer.from(text, "utf8");
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
