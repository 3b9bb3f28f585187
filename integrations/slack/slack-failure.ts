import { webApi } from "@slack/bolt";
import type { IntegrationResult, IntegrationProblem } from "../../domain/integrations/integration.rules.ts";
import { explainSilence, explainStatus } from "../explain-failure.ts";
import { ownValue } from "../../domain/own-value.rules.ts";

export type SlackFailure = Extract<IntegrationResult, { ok: false }> & {
  /** Seconds until Slack accepts requests again. */
  retryAfter?: number;
  /** Slack's error code. */
  error?: string;
};

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
  ownValue(PROBLEMS, error) ?? "unexpected_answer";

/** The failure reported by Slack or the network. Any other error is a bug and is thrown. */
export function slackFailureOf(error: unknown): SlackFailure {
  if (error instanceof webApi.WebAPIRateLimitedError)
    return {
      ok: false,
      problem: "rate_limited",
      detail: "Slack limits our requests",
      retryAfter: error.retryAfter,
    };
  if (error instanceof webApi.WebAPIPlatformError) {
    const word = error.data.error;
    return {
      ok: false,
      problem: slackProblem(word),
      detail: `Slack returned an error: ${word}`,
      error: word,
    };
  }
  if (error instanceof webApi.WebAPIHTTPError)
    return explainStatus(error.statusCode, `Slack answers ${error.statusCode}`);
  if (error instanceof webApi.WebAPIRequestError) return explainSilence(error.original);
  throw error;
}
