import type { webApi } from "@slack/bolt";
import type { Outbound } from "../../platform/http/outbound.ts";

/** The connection to Slack. */
export interface SlackConnection {
  outbound: Pick<Outbound, "fetch">;
  apiUrl: string;
}

/** No retries here: callers know how long the call may take, and what else to do in the meantime. */
export const clientOptionsOf = ({ outbound, apiUrl }: SlackConnection): webApi.WebClientOptions => ({
  slackApiUrl: apiUrl,
  fetch: (url, init) => outbound.fetch(url, init),
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
});
