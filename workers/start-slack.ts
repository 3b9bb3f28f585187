import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { createSigningKeys } from "../api/identity/signing-keys.ts";
import { createSlackActivities } from "../activities/slack.activities.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createSecretBox } from "../platform/crypto.ts";
import { integrationWay } from "../platform/http/admin-way.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/orm.ts";
import { createChatAccess } from "./chat-access.ts";
import { slackTaskQueue } from "./slack-task-queue.ts";
import { startWorker } from "./temporal-worker.ts";

const CONCURRENT_MESSAGES = 50;

interface SlackWorkerDeps {
  config: Config;
  orm: Orm;
  clock: Clock;
  workflowBundle: WorkflowBundleWithSourceMap;
  logger: Logger;
}

/** Speaks in Slack, on a task queue of its own: whoever asks there waits for no file that is being read. */
export async function startSlack(deps: SlackWorkerDeps): Promise<{ stop(): Promise<void> }> {
  const { config, orm, clock, workflowBundle, logger } = deps;
  const { encryptionKey, issuer, audience, publicUrl, backendUrl } = config;
  const outbound = integrationWay(config);
  const keys = createSigningKeys({ orm, encryptionKey, clock, logger });
  const worker = await startWorker({
    config,
    activities: createSlackActivities({
      orm,
      clock,
      secrets: createSecretBox(encryptionKey),
      way: { outbound, apiUrl: config.SLACK_API_URL },
      access: createChatAccess({ orm, clock, keys, tokens: { issuer, audience } }),
      product: (token) => createProductClient(backendUrl, token),
      publicUrl,
    }),
    workflowBundle,
    taskQueue: slackTaskQueue(config.TEMPORAL_TASK_QUEUE),
    concurrency: CONCURRENT_MESSAGES,
    logger,
  });
  return {
    async stop() {
      worker.stop();
      await worker.finished;
      await Promise.all([keys.stop(), outbound.close()]);
    },
  };
}
