import { databaseGraph } from "../domain/compliance/database-graph.ts";
import { createGraphService } from "../integrations/graph/graph-service.ts";
import { createModelWay } from "../integrations/llm/create-model-way.ts";
import { createWebhookWay } from "../integrations/webhooks/send-webhook.ts";
import type { Config } from "../platform/config.ts";
import { ownServersOf } from "../platform/http/own-servers.ts";
import { integrationWay, identityProviderClient } from "../platform/http/admin-way.ts";
import type { Logger } from "../platform/logger.ts";

const SAVE_TIMEOUT_MS = 5_000;

function controlGraphOf({ GRAPH_SERVICE_URL: url, GRAPH_SERVICE_TOKEN: token }: Config, logger: Logger) {
  if (url === undefined) return { ...databaseGraph, close: async (): Promise<void> => undefined };
  return createGraphService({ url, token, database: databaseGraph, logger });
}

/** All outbound clients of the API. */
export function openWaysOut(config: Config, logger: Logger) {
  const { WEBHOOK_ALLOWED_CIDRS: allowedCidrs, NAME_SERVERS: nameServers } = config;
  const never = ownServersOf(config);
  const ways = {
    identityProviders: identityProviderClient(config),
    integrations: integrationWay(config),
    // The client for deliveries, which checks addresses when they are saved.
    webhooks: createWebhookWay({ allowedCidrs, never, nameServers, timeoutMs: SAVE_TIMEOUT_MS }),
    model: createModelWay(config.AI_TIMEOUT_SECONDS * 1_000),
    controlGraph: controlGraphOf(config, logger),
  };
  const close = async (): Promise<void> => {
    for (const way of Object.values(ways)) await way.close();
  };
  return { ...ways, close };
}
