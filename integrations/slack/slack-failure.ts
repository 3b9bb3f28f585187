import { webApi } from "@slack/bolt";
import type { IntegrationResult } from "../../domain/integrations/integration.rules.ts";
import { explainSilence, explainStatus } from "../explain-failure.ts";
import { slackProblem } from "./slack-problems.ts";

export type SlackFailure = Extract<IntegrationResult, { ok: false }> & {
  /** Seconds until Slack accepts requests again. */
  retryAfter?: number;
  /** Slack's error code. */
  error?: string;
};

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
