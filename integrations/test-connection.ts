import type { IntegrationSettings } from "../domain/integrations/integration-settings.ts";
import type { TestConnection } from "../domain/integrations/test-connection.ts";
import type { Outbound } from "../platform/http/outbound.ts";
import { testN8n } from "./n8n/test-n8n.ts";
import { testSlack } from "./slack/test-slack.ts";
import { testWhatsapp } from "./whatsapp/test-whatsapp.ts";

/** The connection test of each kind of integration. */
export const createTestConnection =
  (outbound: Pick<Outbound, "fetch">, { slackApiUrl }: { slackApiUrl: string }): TestConnection =>
  (kind, settings) => {
    switch (kind) {
      case "slack":
        return testSlack(outbound, slackApiUrl, settings as IntegrationSettings<"slack">);
      case "whatsapp":
        return testWhatsapp(outbound, settings as IntegrationSettings<"whatsapp">);
      case "n8n":
        return testN8n(outbound, settings as IntegrationSettings<"n8n">);
    }
  };
