import { createHmac, createSecretKey, randomBytes, type KeyObject } from "node:crypto";

const PREFIX = "whsec_";
const BYTES = 24;

/** A secret in the format of Standard Webhooks. */
export const newWebhookSecret = (): string => PREFIX + randomBytes(BYTES).toString("base64");

/**
 * The bytes that sign. In Standard Webhooks a secret is `whsec_` and base64; any other text is used as UTF-8.
 * Node decodes invalid base64 too, but the receiver's library may not, so only canonical base64 counts.
 */
function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : "";
  const bytes = Buffer.from(encoded, "base64");
  return bytes.length > 0 && bytes.toString("base64") === encoded ? bytes : Buffer.from(secret, "utf8");
}

export const webhookSecretContext = (webhookId: string): string => `webhook-secret:${webhookId}`;

/** The signing key of a secret, cached because creating it takes longer than signing. */
export const signingKeyOf = (secret: string): KeyObject => createSecretKey(keyOf(secret));

/**
 * One entry of `webhook-signature` (Standard Webhooks 1.0): HMAC-SHA256 over id, time in seconds and body.
 */
export function signWebhook(
  secret: string | KeyObject,
  { id, timestamp, body }: { id: string; timestamp: number; body: string },
): string {
  const key = typeof secret === "string" ? signingKeyOf(secret) : secret;
  return `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`;
}
