import type { IntegrationSettings, TestConnection } from "../domain/integrations/integration-settings.ts";
import type { IntegrationKind, IntegrationResult } from "../domain/integrations/integration.rules.ts";
import type { Outbound } from "../platform/http/outbound.ts";
import { testN8n } from "./n8n/test-n8n.ts";
import { testSlack } from "./slack/test-slack.ts";
import { testWhatsapp } from "./whatsapp/test-whatsapp.ts";

type Tests = Partial<{
  [K in IntegrationKind]: (settings: IntegrationSettings<K>) => Promise<IntegrationResult>;
}>;

/** The connection test of each kind of integration. */
export function createTestConnection(deps: {
  outbound: Pick<Outbound, "fetch">;
  slackApiUrl: string;
}): TestConnection {
  const tests: Tests = {
    slack: (settings) => testSlack(deps.outbound, deps.slackApiUrl, settings),
    whatsapp: (settings) => testWhatsapp(deps.outbound, settings),
    n8n: (settings) => testN8n(deps.outbound, settings),
  };
  return async (kind, settings) => {
    const test = tests[kind];
    if (test === undefined) throw new Error(`no test exists for a connection to ${kind}`);
    return test(settings as never);
  };
}
