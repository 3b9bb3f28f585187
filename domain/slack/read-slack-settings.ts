import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows } from "../../platform/database/read-rows.ts";
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
  const [integration] = await readRows(em, Integration, { where: { kind: "slack" } });
  if (integration === undefined) return null;
  return { settings: openSettings(integration, "slack", secrets), updatedAt: integration.updatedAt };
}
