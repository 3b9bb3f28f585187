import { createSlackActivities } from "../../activities/slack/slack.activities.ts";
import { createProductClient } from "../../integrations/chat/product-client.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { integrationClient } from "../../platform/http/outbound-clients.ts";
import { createChatAccess } from "../chat-access.ts";
import type { FeatureWorker, FeatureWorkerParts } from "../feature-worker.ts";
import { createSlackNotices } from "./slack-notices.ts";
import { slackTaskQueue } from "../../runtime/slack/slack-task-queue.ts";
import { startWorker } from "../temporal-worker.ts";

const CONCURRENT_MESSAGES = 50;

/** Posts to Slack, on its own task queue: its users never wait for a file being read. */
export async function startSlack(deps: FeatureWorkerParts): Promise<Required<FeatureWorker>> {
  const { config, orm, clock, actAs, temporal, workflowBundle, logger } = deps;
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
      product: (token, signal) => createProductClient(backendUrl, token, { signal }),
      publicUrl,
    }),
    workflowBundle,
    taskQueue: slackTaskQueue(config.TEMPORAL_TASK_QUEUE),
    concurrency: CONCURRENT_MESSAGES,
    logger,
  });
  return {
    receiver: createSlackNotices({
      orm,
      temporal: temporal.client,
      taskQueue: config.TEMPORAL_TASK_QUEUE,
      clock,
      logger,
    }),
    async stop() {
      worker.stop();
      await worker.finished;
      await outbound.close();
    },
  };
}
