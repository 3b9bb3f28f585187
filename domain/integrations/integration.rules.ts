export const INTEGRATION_KINDS = ["slack", "whatsapp", "n8n"] as const;
export type IntegrationKind = (typeof INTEGRATION_KINDS)[number];

/** What went wrong when the other side was asked; people act on each differently. */
export const INTEGRATION_PROBLEMS = [
  "bad_credentials",
  "missing_permission",
  "wrong_address",
  "unreachable",
  "rate_limited",
  "unexpected_answer",
] as const;
export type IntegrationProblem = (typeof INTEGRATION_PROBLEMS)[number];

/** The other side as it answered a test, or a use. */
export type IntegrationResult =
  | { ok: true; detail: string }
  | { ok: false; problem: IntegrationProblem; detail: string };

/** Failures in a row after which people are told. */
export const FAILING_AFTER = 3;

export const integrationSecretContext = (kind: IntegrationKind): string => `integration:${kind}`;
