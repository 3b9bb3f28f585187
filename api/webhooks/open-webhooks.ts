import { createWebhookClient } from "../../integrations/webhooks/send-webhook.ts";
import { createFairSlots } from "../../platform/concurrency/fair-slots.ts";
import { ownServersOf } from "../../platform/http/own-servers.ts";
import type { ApiParts } from "../open-parts.ts";

const SAVE_TIMEOUT_MS = 5_000;

/** A slow look-up delays only its own caller. */
const LOOKUPS = { what: "addresses", slots: 64, slotsEach: 4, waitingEach: 8, waitMs: 5_000 };

export function openWebhooks({ config, once, closing }: ApiParts) {
  // The client for deliveries, which checks addresses when they are saved.
  const webhookClient = once("webhooks", () =>
    closing(
      createWebhookClient({
        allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
        never: ownServersOf(config),
        nameServers: config.NAME_SERVERS,
        timeoutMs: SAVE_TIMEOUT_MS,
      }),
    ),
  )();
  return { webhookClient, lookups: createFairSlots(LOOKUPS), webhooksPerUser: config.WEBHOOKS_PER_USER };
}
