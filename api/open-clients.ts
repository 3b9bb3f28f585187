import { databaseGraph } from "../domain/compliance/database-graph.ts";
import { createGraphService } from "../integrations/graph/graph-service.ts";
import { createModelClient } from "../integrations/llm/create-model-client.ts";
import type { Config } from "../platform/config.ts";
import { integrationClient, identityProviderClient } from "../platform/http/outbound-clients.ts";
import type { Logger } from "../platform/logger.ts";

function controlGraphOf({ GRAPH_SERVICE_URL: url, GRAPH_SERVICE_TOKEN: token }: Config, logger: Logger) {
  if (url === undefined) return { ...databaseGraph, close: async (): Promise<void> => undefined };
  return createGraphService({ url, token, database: databaseGraph, logger });
}

export type Clients = ReturnType<typeof openClients>;

/** The outbound clients of the API that several features share. */
export function openClients(config: Config, logger: Logger) {
  const clients = {
    identityProviders: identityProviderClient(config),
    integrations: integrationClient(config),
    model: createModelClient(config.AI_TIMEOUT_SECONDS * 1_000),
    controlGraph: controlGraphOf(config, logger),
  };
  const close = async (): Promise<void> => {
    for (const client of Object.values(clients)) await client.close();
  };
  return { ...clients, close };
}
