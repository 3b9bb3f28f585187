import { createSlackInstaller } from "../../integrations/slack/inbound/slack-installer.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { startSlackInbound } from "../../runtime/slack/slack-inbound.ts";
import { createSlackStarter } from "../../runtime/slack/slack-starter.ts";
import type { ApiParts } from "../open-parts.ts";

export function openSlack({ config, orm, temporal, integrations, clock, logger, once, ends }: ApiParts) {
  const { encryptionKey, SLACK_API_URL: apiUrl, TEMPORAL_TASK_QUEUE: taskQueue } = config;
  const secrets = createSecretBox(encryptionKey);
  const connection = { outbound: integrations(), apiUrl };
  const start = createSlackStarter(temporal.client, taskQueue, secrets);
  const { http, stop } = once("slack", () =>
    startSlackInbound({ orm, secrets, connection, start, clock, logger }),
  )();
  ends.push(stop);
  return { slackHttp: http, slackInstaller: createSlackInstaller(connection) };
}
