import type { WorkflowBundleWithSourceMap } from "@temporalio/worker";
import { createSlackActivities } from "../activities/slack/slack.activities.ts";
import { createProductClient } from "../integrations/chat/product-client.ts";
import type { Clock } from "../platform/clock.ts";
import type { Config } from "../platform/config.ts";
import { createSecretBox } from "../platform/crypto/crypto.ts";
import { integrationClient } from "../platform/http/outbound-clients.ts";
import type { Logger } from "../platform/logger.ts";
import type { Orm } from "../platform/database/orm.ts";
import { createChatAccess } from "./chat-access.ts";
import { slackTaskQueue } from "./slack-task-queue.ts";
import type { ActAsUser } from "./open-act-as-user.ts";
import { startWorker } from "./temporal-worker.ts";

const CONCURRENT_MESSAGES = 50;

interface SlackWorkerDeps {
  config: Config;
  orm: Orm;
  clock: Clock;
  actAs: ActAsUser;
  workflowBundle: WorkflowBundleWithSourceMap;
  logger: Logger;
}

/** Posts to Slack, on its own task queue: its users never wait for a file being read. */
export async function startSlack(deps: SlackWorkerDeps): Promise<{ stop(): Promise<void> }> {
  const { config, orm, clock, actAs, workflowBundle, logger } = deps;
  const { encryptionKey, publicUrl, backendUrl } = config;
  const outbound = integrationClient(config);
  const worker = await startWorker({
    config,
    activities: createSlackActivities({
      orm,
      clock,
      secrets: createSecretBox(encryptionKey),
      connection: { outbound, apiUrl: config.SLACK_API_URL },
      access: createChatAccess({ orm, actAs }),
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
      await outbound.close();
    },
  };
}
