import { createEndpointSlots } from "../../activities/webhooks/endpoint-slots.ts";
import { createFirstTries, readClaimed } from "../../activities/webhooks/first-tries.ts";
import { createWebhookActivities } from "../../activities/webhooks/webhook.activities.ts";
import type { WebhookDeps } from "../../activities/webhooks/webhook-deps.ts";
import { createWebhookClient } from "../../integrations/webhooks/send-webhook.ts";
import { systemClock } from "../../platform/clock.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { newId } from "../../platform/ids.ts";
import { createLogger } from "../../platform/logger.ts";
import type { Product } from "./product.ts";
import { QUICK } from "./webhook-worker.ts";

/** An outbound client for receivers on this machine. */
export const localClients = () => createWebhookClient({ allowedCidrs: ["127.0.0.0/8"], timeoutMs: 1_000 });

/**
 * Dependencies of the webhook activities without a worker: workflows are not started, and nothing notifies.
 */
export const webhookDeps = (
  { orm, config }: Product,
  client: WebhookDeps["first"],
  more: Partial<WebhookDeps> = {},
): WebhookDeps => ({
  orm,
  clock: systemClock,
  logger: createLogger("test", "silent"),
  secrets: createSecretBox(config.encryptionKey),
  first: client,
  later: client,
  random: () => 0.5,
  scheduleS: QUICK.scheduleS,
  startOwn: () => Promise.resolve(),
  wake: { next: (ms) => new Promise((resolve) => setTimeout(resolve, ms / 20)) },
  sending: { isRunning: false },
  step: () => ({ id: newId(), isRepeated: false }),
  stopping: new AbortController().signal,
  ...more,
});

export const webhookActivities = (...given: Parameters<typeof webhookDeps>) =>
  createWebhookActivities(webhookDeps(...given));

/** Sends the first attempts of a claim, and returns those that need another one. */
export async function tryFirst(
  product: Product,
  client: WebhookDeps["first"],
  { ids, leasedUntil }: { ids: readonly string[]; leasedUntil: Date },
) {
  const tools = { ...webhookDeps(product, client), inSlot: createEndpointSlots() };
  const tryAll = createFirstTries(tools, () => Promise.resolve());
  return tryAll(await readClaimed(tools, ids, leasedUntil));
}
