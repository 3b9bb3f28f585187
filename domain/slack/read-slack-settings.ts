import type { EntityManager } from "@mikro-orm/postgresql";
import type { IntegrationSettings } from "../integrations/integration-settings.ts";
import { Integration } from "../integrations/integration.entity.ts";
import { openSettings } from "../integrations/read-integration.ts";
import type { SecretBox } from "../secret-box.ts";

/** The settings and when they were set, for comparison. */
export interface CurrentSlackSettings {
  settings: IntegrationSettings<"slack">;
  updatedAt: Date;
}

/** The current settings; null if Slack is not configured. */
export async function readSlackSettings(
  em: EntityManager,
  secrets: SecretBox,
): Promise<CurrentSlackSettings | null> {
  const integration = await em.findOne(Integration, { kind: "slack" });
  if (integration === null) return null;
  return { settings: openSettings(integration, "slack", secrets), updatedAt: integration.updatedAt };
}
