import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { createWebhookActivities } from "../activities/webhooks/webhook.activities.ts";
import { EVENTS_CHANNEL } from "../domain/events/event.rules.ts";
import { notifyPeople } from "../domain/notifications/notify-people.ts";
import type { NotifyOthers } from "../domain/webhooks/fan-out.ts";
import { DELIVERIES_CHANNEL } from "../domain/webhooks/webhook-channels.ts";
import { DELIVERY_TIMING, type DeliveryTiming } from "../domain/webhooks/webhook.rules.ts";
import { createWebhookClient } from "../integrations/webhooks/send-webhook.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { ownServersOf } from "../platform/http/own-servers.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { listen } from "../platform/database/listen.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import type { TemporalClient } from "../platform/temporal/temporal.ts";
import { startWorker } from "./temporal-worker.ts";
import { startDelivery } from "./start-delivery.ts";
import { createSlackNotices } from "./slack-notices.ts";
import { runWebhookRelay } from "./webhook-relay.ts";

/** Concurrent requests: they mostly wait and cost little. */
const CONCURRENT_REQUESTS = 300;

interface WebhookWorkerDeps {
  config: Config;
  orm: Orm;
  temporal: TemporalClient;
  clock: Clock;
  workflowBundle: WorkflowBundleWithSourceMap;
  logger: Logger;
  timing?: DeliveryTiming;
}

/** Sends webhooks, on their own task queue: a slow file delays no delivery. */
export async function startWebhooks(deps: WebhookWorkerDeps): Promise<{ stop(): Promise<void> }> {
  const { config, orm, temporal, clock, workflowBundle, logger, timing = DELIVERY_TIMING } = deps;
  const taskQueue = `${config.TEMPORAL_TASK_QUEUE}-webhooks`;
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
  const wake = listen(config.DATABASE_URL, EVENTS_CHANNEL, logger);
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
      stopping: stopping.signal,
    }),
    workflowBundle,
    taskQueue,
    concurrency: CONCURRENT_REQUESTS,
    logger,
  });
  const notifySlack = createSlackNotices(temporal.client, config.TEMPORAL_TASK_QUEUE);
  const notifyOthers: NotifyOthers = async (em, eventIds) => {
    await notifyPeople(em, eventIds);
    await notifySlack(em, eventIds);
  };
  const relay = { orm, temporal: temporal.client, taskQueue, clock, logger, startOwn, sending, notifyOthers };
  const relaying = runWebhookRelay(relay, wake, stopping.signal);
  return {
    async stop() {
      stopping.abort();
      worker.stop();
      await Promise.all([relaying, wake.close(), worker.finished]);
      await toSend.close();
      await Promise.all([first.close(), later.close()]);
    },
  };
}
