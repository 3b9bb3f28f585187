import { createWhatsappActivities } from "../../activities/whatsapp/whatsapp.activities.ts";
import { whatsapp } from "../../domain/whatsapp/feature.ts";
import { INBOUND_CHANNEL } from "../../domain/whatsapp/inbound-message.rules.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { integrationClient } from "../../platform/http/outbound-clients.ts";
import { listen } from "../../platform/database/listen.ts";
import { createChatAccess } from "../chat-access.ts";
import type { FeatureWorker, FeatureWorkerParts } from "../feature-worker.ts";
import { ownQueue } from "../../runtime/task-queues.ts";
import { startWorker } from "../temporal-worker.ts";
import { runWhatsappRelay } from "./whatsapp-relay.ts";

/** Answers wait for our own API and for Meta. */
const CONCURRENT_MESSAGES = 20;
const FILE_TIMEOUT_MS = 300_000;

/** Processes WhatsApp messages, on their own task queue: no one waits for a slow file. */
export async function startWhatsapp(deps: FeatureWorkerParts): Promise<FeatureWorker> {
  const { config, orm, temporal, clock, actAs, workflowBundle, logger } = deps;
  const { encryptionKey, EVIDENCE_MAX_BYTES: maxFileBytes } = config;
  const taskQueue = ownQueue(config.TEMPORAL_TASK_QUEUE, whatsapp);
  const outbound = integrationClient(config);
  const files = integrationClient(config, { timeoutMs: FILE_TIMEOUT_MS, maxBytes: maxFileBytes });
  const activities = createWhatsappActivities({
    orm,
    clock,
    logger,
    secrets: createSecretBox(encryptionKey),
    access: createChatAccess({ orm, actAs }),
    clients: { outbound, files },
    backendUrl: config.backendUrl,
    publicUrl: config.publicUrl,
    maxFileBytes,
  });
  const concurrency = CONCURRENT_MESSAGES;
  const worker = await startWorker({ config, activities, workflowBundle, taskQueue, concurrency, logger });
  const stopping = new AbortController();
  const wake = listen(config.DATABASE_URL, INBOUND_CHANNEL, logger);
  const relay = { orm, temporal: temporal.client, taskQueue, clock, logger };
  const relaying = runWhatsappRelay(relay, wake, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      worker.stop();
      await Promise.all([relaying, wake.close(), worker.finished]);
      await Promise.all([outbound.close(), files.close()]);
    },
  };
}
