import type { ApiParts } from "./open-parts.ts";
import { openAssistant } from "./assistant/open-assistant.ts";
import { openMcp } from "./mcp/open-mcp.ts";
import { openPolicies } from "./policies/open-policies.ts";
import { openSlack } from "./slack/open-slack.ts";
import { openWebhooks } from "./webhooks/open-webhooks.ts";

/** Dependencies that only the routes of one feature need, by service. */
export const openFeatures = {
  backend: (parts: ApiParts) => ({
    ...openSlack(parts),
    ...openWebhooks(parts),
  }),
  assistant: (parts: ApiParts) => ({
    ...openAssistant(parts),
    ...openMcp(parts),
    ...openPolicies(parts),
  }),
};
