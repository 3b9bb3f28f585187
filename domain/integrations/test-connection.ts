import type { IntegrationSettings } from "./integration-settings.ts";
import type { IntegrationKind, IntegrationResult } from "./integration.rules.ts";

/** Asks the other side whether the settings are right. Every failure of the other side is an answer. */
export type TestConnection = (
  kind: IntegrationKind,
  settings: IntegrationSettings<IntegrationKind>,
) => Promise<IntegrationResult>;
