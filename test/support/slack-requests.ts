import { createHmac } from "node:crypto";

export const SLACK_SECRET = "a-signing-secret";
export const TEAM = "T1";

interface Sending {
  secret?: string;
  /** Epoch seconds. */
  timestamp?: number;
  headers?: Record<string, string>;
}

/** Slack's algorithm: HMAC-SHA256 of `v0:timestamp:body`. */
const sign = (secret: string, timestamp: number, body: string): string =>
  `v0=${createHmac("sha256", secret).update(`v0:${timestamp}:${body}`).digest("hex")}`;

export interface SlackRequests {
  send(body: string, type: string, sending?: Sending): Promise<Response>;
  command(text: string, user: string, more?: Record<string, string>, sending?: Sending): Promise<Response>;
  /** A click on a button below a message. */
  click(action: string, value: string, user: string, more?: object, sending?: Sending): Promise<Response>;
  /** The reason for a rejection, entered in the modal. */
  submit(view: object, user: string): Promise<Response>;
  event(event: object, id: string, sending?: Sending): Promise<Response>;
}

const FORM = "application/x-www-form-urlencoded";
let count = 0;
/** Like Slack's: unique for every click and command. */
const triggerId = (): string => `${Date.now()}.${(count += 1)}.abc`;

export const MESSAGE = { channel: "C0GENERAL", ts: "1700000000.000100" };

/** Requests in Slack's format. */
export function createSlackRequests(backendUrl: string, responseUrl: string): SlackRequests {
  const send: SlackRequests["send"] = (body, type, sending = {}) => {
    const { secret = SLACK_SECRET, timestamp = Math.floor(Date.now() / 1_000), headers = {} } = sending;
    const signed = {
      "content-type": type,
      "x-slack-request-timestamp": String(timestamp),
      "x-slack-signature": sign(secret, timestamp, body),
    };
    return fetch(`${backendUrl}/webhooks/slack/events`, {
      method: "POST",
      headers: { ...signed, ...headers },
      body,
    });
  };
  const interact = (payload: object, sending?: Sending) =>
    send(new URLSearchParams({ payload: JSON.stringify(payload) }).toString(), FORM, sending);
  const person = (id: string) => ({
    user: { id, username: `name-of-${id}`, name: `name-of-${id}`, team_id: TEAM },
    team: { id: TEAM, domain: "team" },
  });
  return {
    send,
    command(text, user, more = {}, sending = {}) {
      const fields = {
        command: "/compliance",
        text,
        team_id: TEAM,
        user_id: user,
        user_name: `name-of-${user}`,
        channel_id: MESSAGE.channel,
        trigger_id: triggerId(),
        response_url: responseUrl,
        ...more,
      };
      return send(new URLSearchParams(fields).toString(), FORM, sending);
    },
    click(action, value, user, more = {}, sending = {}) {
      const { channel, ts } = MESSAGE;
      const payload = {
        type: "block_actions",
        ...person(user),
        trigger_id: triggerId(),
        response_url: responseUrl,
        channel: { id: channel, name: "general" },
        container: { type: "message", channel_id: channel, message_ts: ts },
        actions: [{ type: "button", action_id: action, block_id: "b", value, action_ts: String(Date.now()) }],
        ...more,
      };
      return interact(payload, sending);
    },
    submit: (view, user) =>
      interact({ type: "view_submission", ...person(user), view: { type: "modal", ...view } }),
    event(event, id, sending = {}) {
      const body = { type: "event_callback", team_id: TEAM, event_id: id, event };
      return send(JSON.stringify(body), "application/json", sending);
    },
  };
}
