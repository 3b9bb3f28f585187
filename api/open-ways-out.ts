import { databaseGraph } from "../domain/compliance/database-graph.ts";
import { createGraphService } from "../integrations/graph/graph-service.ts";
import { createWebhookWay } from "../integrations/webhooks/send-webhook.ts";
import type { Config } from "../platform/config.ts";
import { LOOPBACK_RANGES, createOutbound } from "../platform/http/outbound.ts";
import type { Logger } from "../platform/logger.ts";

const ADMIN_TIMEOUT_MS = 10_000;
const ADMIN_MAX_BYTES = 1_000_000;
const SAVE_TIMEOUT_MS = 5_000;

/** While developing, what the service talks to may run on the same machine, without TLS. */
const loopbackOf = ({ NODE_ENV }: Config) => (NODE_ENV === "production" ? [] : LOOPBACK_RANGES);

/** A way out to addresses that an administrator typed in. */
const adminWay = (config: Config, allowed: readonly string[], plain: readonly string[]) =>
  createOutbound({
    mayReach: [...loopbackOf(config), ...allowed],
    plainHttpTo: [...loopbackOf(config), ...plain],
    timeoutMs: ADMIN_TIMEOUT_MS,
    maxBytes: ADMIN_MAX_BYTES,
  });

function controlGraphOf({ GRAPH_SERVICE_URL: url, GRAPH_SERVICE_TOKEN: token }: Config, logger: Logger) {
  if (url === undefined) return { ...databaseGraph, close: async (): Promise<void> => undefined };
  return createGraphService({ url, token, database: databaseGraph, logger });
}

/** Every way by which the API reaches other services. */
export function openWaysOut(config: Config, logger: Logger) {
  const { INTEGRATION_ALLOWED_CIDRS: own, WEBHOOK_ALLOWED_CIDRS: allowedCidrs } = config;
  const ways = {
    upstream: adminWay(config, config.UPSTREAM_ALLOWED_CIDRS, []),
    // n8n inside of a company's network often has no TLS.
    integrations: adminWay(config, own, own),
    // The way that deliveries take, to look at addresses when they are saved.
    webhooks: createWebhookWay({ allowedCidrs, timeoutMs: SAVE_TIMEOUT_MS }),
    controlGraph: controlGraphOf(config, logger),
  };
  const close = async (): Promise<void> => {
    for (const way of Object.values(ways)) await way.close();
  };
  return { ...ways, close };
}
