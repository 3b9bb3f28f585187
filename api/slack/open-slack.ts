import { createSlackInstaller } from "../../integrations/slack/inbound/slack-installer.ts";
import { createSecretBox } from "../../platform/crypto/crypto.ts";
import { startSlackInbound } from "../../runtime/slack/slack-inbound.ts";
import { createSlackStarter } from "../../runtime/slack/slack-starter.ts";
import type { ApiParts } from "../api-parts.ts";
import { servicesOf } from "../gateway/create-app.ts";

export function openSlack({ config, orm, temporal, clients, clock, logger, ends }: ApiParts) {
  const { encryptionKey, SLACK_API_URL: apiUrl, TEMPORAL_TASK_QUEUE: taskQueue, SERVICES } = config;
  const secrets = createSecretBox(encryptionKey);
  const connection = { outbound: clients.integrations, apiUrl };
  const { http, stop } = startSlackInbound({
    orm,
    secrets,
    connection,
    start: createSlackStarter(temporal.client, taskQueue, secrets),
    clock,
    logger,
    usesSockets: servicesOf(SERVICES).has("backend"),
  });
  ends.push(stop);
  return { slackHttp: http, slackInstaller: createSlackInstaller(connection) };
}
