import type { KeyObject } from "node:crypto";
import type { SecretBox } from "../../domain/secret-box.ts";
import type { DueDelivery } from "../../domain/webhooks/read-deliveries.ts";
import { resultOfAttempt, type AttemptResult } from "../../domain/webhooks/attempt.rules.ts";
import { webhookPayload } from "../../domain/webhooks/webhook-payload.rules.ts";
import { signWebhook, signingKeyOf, webhookSecretContext } from "../../domain/webhooks/webhook-secret.ts";
import { ANSWER_KEPT } from "../../domain/webhooks/webhook.rules.ts";
import { sendWebhook, type WebhookClient } from "../../integrations/webhooks/send-webhook.ts";
import type { UnfinishedDelivery, WebhookDeps } from "./webhook-deps.ts";

/** The result of a first attempt; `tried` is null if its endpoint had no slot for it. */
export interface FirstTry {
  delivery: DueDelivery;
  tried: AttemptResult | null;
  retry: UnfinishedDelivery | null;
}

/** Data shared by many deliveries is computed once: the text of an event, and the keys of a webhook. */
const bodies = new WeakMap<DueDelivery["event"], string>();
const keys = new WeakMap<DueDelivery["webhook"], KeyObject[]>();

function bodyOf({ event }: DueDelivery): string {
  const body = bodies.get(event) ?? JSON.stringify(webhookPayload(event));
  bodies.set(event, body);
  return body;
}

function keysOf(secrets: SecretBox, { webhook }: DueDelivery): KeyObject[] {
  const found =
    keys.get(webhook) ??
    webhook.secrets.map((sealed) => signingKeyOf(secrets.open(webhookSecretContext(webhook.id), sealed)));
  keys.set(webhook, found);
  return found;
}

const signaturesOf = (secrets: SecretBox, delivery: DueDelivery, timestamp: number, body: string): string[] =>
  keysOf(secrets, delivery).map((key) => signWebhook(key, { id: delivery.event.id, timestamp, body }));

/** One attempt of a delivery. */
export async function tryDelivery(
  { clock, secrets, random, scheduleS }: Pick<WebhookDeps, "clock" | "secrets" | "random" | "scheduleS">,
  client: Pick<WebhookClient, "send">,
  delivery: DueDelivery,
): Promise<AttemptResult> {
  const at = clock.now();
  const timestamp = Math.floor(at.getTime() / 1_000);
  const body = bodyOf(delivery);
  const { event, webhook } = delivery;
  const signatures = signaturesOf(secrets, delivery, timestamp, body);
  const began = performance.now();
  const message = { url: webhook.url, id: event.id, timestamp, signatures, body };
  const answer = await sendWebhook(client, message, ANSWER_KEPT);
  const latencyMs = Math.round(performance.now() - began);
  const attempt = { deliveryId: delivery.id, webhookId: webhook.id, number: delivery.attempts + 1 };
  return resultOfAttempt(attempt, answer, { at, latencyMs, random: random(), scheduleS });
}
