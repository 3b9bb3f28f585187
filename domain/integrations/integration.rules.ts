export const INTEGRATION_KINDS = ["slack", "whatsapp", "n8n"] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** Problems with an external service, by what users should do about them. */
export const INTEGRATION_PROBLEMS = [
  "not_installed",
  "bad_credentials",
  "missing_permission",
  "wrong_address",
  "unreachable",
  "rate_limited",
  "unexpected_answer",
] as const;
export type IntegrationProblem = (typeof INTEGRATION_PROBLEMS)[number];

/** The result of a test or a use. */
export type IntegrationResult =
  | { ok: true; detail: string }
  | { ok: false; problem: IntegrationProblem; detail: string };

/** The number of consecutive failures before the event is recorded. */
export const FAILING_AFTER = 3;

export const integrationSecretContext = (kind: IntegrationKind): string => `integration:${kind}`;

/** Whether the app's own id is set, but its installation is missing. */
export const awaitsInstallation = (kind: IntegrationKind, secretNames: readonly string[]): boolean =>
  kind === "slack" && !secretNames.includes("bot_token");

/** The limitation of WhatsApp without an app secret. */
export const SENDS_ONLY =
  "Set app_secret (App settings, Basic): without it, every WhatsApp delivery is refused with 401";

/** Instructions for the user. */
export const HOW_TO_INSTALL =
  "Slack is not installed yet: as an admin, POST /api/v1/integrations/slack/install and open its authorize_url in a browser";
