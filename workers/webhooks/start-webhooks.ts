import { currentStep } from "../../activities/webhooks/current-step.ts";
import { createWebhookActivities } from "../../activities/webhooks/webhook.activities.ts";
import { webhooks } from "../../domain/webhooks/feature.ts";
import { DELIVERIES_CHANNEL } from "../../domain/webhooks/webhook-channels.ts";
import { DELIVERY_TIMING, type DeliveryTiming } from "../../domain/webhooks/webhook.rules.ts";
import { createWebhookClient } from "../../integrations/webhooks/send-webhook.ts";
import { ownServersOf } from "../../platform/http/own-servers.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { listen } from "../../platform/database/listen.ts";
import type { FeatureWorker, FeatureWorkerParts } from "../feature-worker.ts";
import { startWorker } from "../temporal-worker.ts";
import { startDelivery } from "./start-delivery.ts";
import { ownQueue } from "../../runtime/task-queues.ts";
import { createWebhookReceiver } from "./webhook-receiver.ts";

/** Concurrent requests: they mostly wait and cost little. */
const CONCURRENT_REQUESTS = 300;

type WebhookWorkerDeps = Omit<FeatureWorkerParts, "actAs"> & { timing?: DeliveryTiming };

/** Sends webhooks, on their own task queue: a slow file delays no delivery. */
export async function startWebhooks(deps: WebhookWorkerDeps): Promise<Required<FeatureWorker>> {
  const { config, orm, temporal, clock, workflowBundle, logger, timing = DELIVERY_TIMING } = deps;
  const taskQueue = ownQueue(config.TEMPORAL_TASK_QUEUE, webhooks);
  const client = (timeoutMs: number) =>
    createWebhookClient({
      allowedCidrs: config.WEBHOOK_ALLOWED_CIDRS,
      never: ownServersOf(config),
      nameServers: config.NAME_SERVERS,
      timeoutMs,
    });
  const [first, later] = [client(timing.firstTimeoutMs), client(timing.laterTimeoutMs)];
  const { scheduleS } = timing;
  const secrets = createSecretBox(config.encryptionKey);
  const stopping = new AbortController();
  const toSend = listen(config.DATABASE_URL, DELIVERIES_CHANNEL, logger);
  const startOwn = startDelivery(temporal.client, taskQueue);
  const sending = { isRunning: false };
  const worker = await startWorker({
    config,
    activities: createWebhookActivities({
      orm,
      clock,
      logger,
      secrets,
      first,
      later,
      random: Math.random,
      scheduleS,
      startOwn,
      wake: toSend,
      sending,
      step: currentStep,
      stopping: stopping.signal,
    }),
    workflowBundle,
    taskQueue,
    concurrency: CONCURRENT_REQUESTS,
    logger,
  });
  return {
    receiver: createWebhookReceiver({ orm, temporal: temporal.client, taskQueue, clock, startOwn, sending }),
    async stop() {
      stopping.abort();
      worker.stop();
      await worker.finished;
      await toSend.close();
      await Promise.all([first.close(), later.close()]);
    },
  };
}
