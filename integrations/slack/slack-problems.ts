import type { IntegrationProblem } from "../../domain/integrations/integration.rules.ts";

/** Slack's error codes (https://docs.slack.dev/reference/methods). */
const PROBLEMS: Readonly<Record<string, IntegrationProblem>> = {
  invalid_auth: "bad_credentials",
  not_authed: "bad_credentials",
  account_inactive: "bad_credentials",
  token_revoked: "bad_credentials",
  token_expired: "bad_credentials",
  missing_scope: "missing_permission",
  no_permission: "missing_permission",
  not_in_channel: "missing_permission",
  restricted_action: "missing_permission",
  channel_not_found: "wrong_address",
  is_archived: "wrong_address",
  ratelimited: "rate_limited",
};

export const slackProblem = (error: string): IntegrationProblem =>
  Object.hasOwn(PROBLEMS, error) ? PROBLEMS[error]! : "unexpected_answer";
