import type { webApi } from "@slack/bolt";
import type { Outbound } from "../../platform/http/outbound.ts";

/** The way to Slack. */
export interface SlackWay {
  outbound: Pick<Outbound, "fetch">;
  apiUrl: string;
}

/** Nothing is tried again in here: whoever calls knows how long it may take, and what else can be done meanwhile. */
export const clientOptionsOf = ({ outbound, apiUrl }: SlackWay): webApi.WebClientOptions => ({
  slackApiUrl: apiUrl,
  fetch: (url, init) => outbound.fetch(url, init),
  retryConfig: { retries: 0 },
  rejectRateLimitedCalls: true,
  allowAbsoluteUrls: false,
});
