import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { createWhatsappActivities } from "../activities/whatsapp/whatsapp.activities.ts";
import { INBOUND_CHANNEL } from "../domain/inbound/inbound-message.rules.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { integrationClient } from "../platform/http/outbound-clients.ts";
import { listen } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { TemporalClient } from "../platform/temporal/temporal.ts";
import { createChatAccess } from "./chat-access.ts";
import type { ActAsUser } from "./open-act-as-user.ts";
import { startWorker } from "./temporal-worker.ts";
import { runWhatsappRelay } from "./whatsapp-relay.ts";

/** Answers wait for our own API and for Meta. */
const CONCURRENT_MESSAGES = 20;
const FILE_TIMEOUT_MS = 300_000;

interface WhatsappWorkerDeps {
  config: Config;
  orm: Orm;
  temporal: TemporalClient;
  clock: Clock;
  actAs: ActAsUser;
  workflowBundle: WorkflowBundleWithSourceMap;
  logger: Logger;
}

/** Processes WhatsApp messages, on their own task queue: no one waits for a slow file. */
export async function startWhatsapp(deps: WhatsappWorkerDeps): Promise<{ stop(): Promise<void> }> {
  const { config, orm, temporal, clock, actAs, workflowBundle, logger } = deps;
  const { encryptionKey, EVIDENCE_MAX_BYTES: maxFileBytes } = config;
  const taskQueue = `${config.TEMPORAL_TASK_QUEUE}-whatsapp`;
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
