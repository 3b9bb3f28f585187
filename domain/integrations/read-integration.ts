import type { EntityManager } from "@mikro-orm/postgresql";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { SecretBox } from "../secret-box.ts";
import { INTEGRATION_SETTINGS, type IntegrationSettings } from "./integration-settings.ts";
import { Integration } from "./integration.entity.ts";
import { integrationSecretContext, type IntegrationKind } from "./integration.rules.ts";

/**
 * All settings of an integration, including secrets. They were valid when they were set: stricter checks
 * since then turn nothing off.
 */
export function openSettings<K extends IntegrationKind>(
  integration: Pick<Row<Integration>, "settings" | "sealedSecrets">,
  kind: K,
  secrets: SecretBox,
): IntegrationSettings<K> {
  const opened = secrets.open(integrationSecretContext(kind), integration.sealedSecrets);
  const settings = { ...integration.settings, ...(JSON.parse(opened) as Record<string, unknown>) };
  const checked = INTEGRATION_SETTINGS[kind].safeParse(settings);
  return (checked.success ? checked.data : settings) as IntegrationSettings<K>;
}

/** The settings of a service; null if it is not configured. */
export async function readIntegration<K extends IntegrationKind>(
  em: EntityManager,
  kind: K,
  secrets: SecretBox,
): Promise<IntegrationSettings<K> | null> {
  const [integration] = await readRows(em, Integration, { where: { kind } });
  return integration === undefined ? null : openSettings(integration, kind, secrets);
}
