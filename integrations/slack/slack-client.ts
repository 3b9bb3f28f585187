import { webApi } from "@slack/bolt";
import { explainSilence, explainStatus } from "../explain-failure.ts";
import { noBoltLog } from "./bolt-logger.ts";
import { slackFailureOf, type SlackFailure } from "./slack-failure.ts";
import type { SlackMessage } from "./slack-message.ts";
import { clientOptionsOf, type SlackConnection } from "./slack-connection.ts";

export type SlackOutcome = { ok: true } | SlackFailure;

/** The destination of an answer: where the question came from, visible to one person, or a direct message. */
export type SlackReply =
  | { to: "question"; url: string }
  | { to: "person"; channel: string; user: string }
  | { to: "conversation"; channel: string };

export interface SlackClient {
  post(channel: string, message: SlackMessage): Promise<SlackOutcome>;
  update(at: { channel: string; ts: string }, message: SlackMessage): Promise<SlackOutcome>;
  reply(reply: SlackReply, message: SlackMessage): Promise<SlackOutcome>;
}

async function outcomeOf(work: Promise<unknown>): Promise<SlackOutcome> {
  try {
    await work;
    return { ok: true };
  } catch (error) {
    return slackFailureOf(error);
  }
}

/** No previews of links in our messages: they would fetch our own pages. */
const QUIET = { unfurl_links: false, unfurl_media: false } as const;

/** Answers where the question came from; Slack keeps this URL valid for half an hour. */
async function answerAt(
  { outbound }: SlackConnection,
  url: string,
  message: SlackMessage,
): Promise<SlackOutcome> {
  const body = JSON.stringify({ response_type: "ephemeral", replace_original: false, ...message });
  const headers = { "content-type": "application/json" };
  try {
    const response = await outbound.fetch(url, { method: "POST", headers, body });
    if (response.ok) return { ok: true };
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    const failure = explainStatus(response.status, `Slack answers ${response.status}`);
    return Number.isNaN(retryAfter) ? failure : { ...failure, retryAfter };
  } catch (error) {
    return explainSilence(error);
  }
}

/** Posts to Slack with one bot token. */
export function createSlackClient(token: string, client: SlackConnection): SlackClient {
  const { chat } = new webApi.WebClient(token, { ...clientOptionsOf(client), logger: noBoltLog() });
  const post: SlackClient["post"] = (channel, message) =>
    outcomeOf(chat.postMessage({ channel, ...message, ...QUIET }));
  return {
    post,
    update: ({ channel, ts }, message) => outcomeOf(chat.update({ channel, ts, ...message })),
    reply(reply, message) {
      if (reply.to === "question") return answerAt(client, reply.url, message);
      if (reply.to === "conversation") return post(reply.channel, message);
      const { channel, user } = reply;
      return outcomeOf(chat.postEphemeral({ channel, user, ...message }));
    },
  };
}
