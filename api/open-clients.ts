import { databaseGraph } from "../domain/compliance/database-graph.ts";
import { createGraphService } from "../integrations/graph/graph-service.ts";
import { createModelClient } from "../integrations/llm/create-model-client.ts";
import { createWebhookClient } from "../integrations/webhooks/send-webhook.ts";
import type { Config } from "../platform/config.ts";
import { ownServersOf } from "../platform/http/own-servers.ts";
import { integrationClient, identityProviderClient } from "../platform/http/outbound-clients.ts";
import type { Logger } from "../platform/logger.ts";

const SAVE_TIMEOUT_MS = 5_000;

function controlGraphOf({ GRAPH_SERVICE_URL: url, GRAPH_SERVICE_TOKEN: token }: Config, logger: Logger) {
  if (url === undefined) return { ...databaseGraph, close: async (): Promise<void> => undefined };
  return createGraphService({ url, token, database: databaseGraph, logger });
}

/** All outbound clients of the API. */
export function openClients(config: Config, logger: Logger) {
  const { WEBHOOK_ALLOWED_CIDRS: allowedCidrs, NAME_SERVERS: nameServers } = config;
  const never = ownServersOf(config);
  const clients = {
    identityProviders: identityProviderClient(config),
    integrations: integrationClient(config),
    // The client for deliveries, which checks addresses when they are saved.
    webhooks: createWebhookClient({ allowedCidrs, never, nameServers, timeoutMs: SAVE_TIMEOUT_MS }),
    model: createModelClient(config.AI_TIMEOUT_SECONDS * 1_000),
    controlGraph: controlGraphOf(config, logger),
  };
  const close = async (): Promise<void> => {
    for (const client of Object.values(clients)) await client.close();
  };
  return { ...clients, close };
}
