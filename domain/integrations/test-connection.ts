import type { IntegrationSettings } from "./integration-settings.ts";
import type { IntegrationKind, IntegrationResult } from "./integration.rules.ts";

/** Tests the settings against the service. Every failure of the service is a result. */
export type TestConnection = (
  kind: IntegrationKind,
  settings: IntegrationSettings<IntegrationKind>,
) => Promise<IntegrationResult>;
