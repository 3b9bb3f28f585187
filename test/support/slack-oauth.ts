import { randomBytes } from "node:crypto";

/** The app's credentials at Slack. */
export const SLACK_APP = { client_id: "1111111111.2222222222", client_secret: "the-secret-of-the-app" };
export const INSTALLED_TOKEN = "xoxb-that-was-installed";

export interface SlackAnswer {
  status?: number;
  headers?: Record<string, string>;
  body?: object;
  /** Never answers. */
  hangs?: boolean;
}

export interface SlackOauth {
  /** The page after the user's decision: its redirect, or null if Slack shows an error itself. */
  authorize(url: URL): string | null;
  /** The button that users press from now on. */
  press(button: "allow" | "cancel"): void;
  /** `oauth.v2.access` */
  access(args: Record<string, unknown>): SlackAnswer;
}

/** Slack's part of an installation, as strict as Slack: a code works once, for its app and redirect URI. */
export function createSlackOauth(): SlackOauth {
  const codes = new Map<string, { redirectUri: string; scope: string }>();
  let button: "allow" | "cancel" = "allow";
  const fail = (error: string): SlackAnswer => ({ body: { ok: false, error } });
  return {
    press: (pressed) => void (button = pressed),
    authorize({ searchParams: query }) {
      const redirectUri = query.get("redirect_uri");
      if (query.get("client_id") !== SLACK_APP.client_id || redirectUri === null) return null;
      const code = randomBytes(12).toString("hex");
      codes.set(code, { redirectUri, scope: query.get("scope") ?? "" });
      const back = new URL(redirectUri);
      const answer: Record<string, string> = button === "allow" ? { code } : { error: "access_denied" };
      back.search = new URLSearchParams({ ...answer, state: query.get("state") ?? "" }).toString();
      return back.href;
    },
    access({ client_id: id, client_secret: secret, code, redirect_uri: redirectUri }) {
      if (id !== SLACK_APP.client_id) return fail("invalid_client_id");
      if (secret !== SLACK_APP.client_secret) return fail("bad_client_secret");
      const given = codes.get(String(code));
      if (given === undefined) return fail("invalid_code");
      if (given.redirectUri !== redirectUri) return fail("bad_redirect_uri");
      codes.delete(String(code));
      return { body: installedAnswer({ scope: given.scope }) };
    },
  };
}

/** Slack's response to a code (https://docs.slack.dev/reference/methods/oauth.v2.access). */
export const installedAnswer = (more: object = {}): object => ({
  ok: true,
  app_id: "A1",
  authed_user: { id: "U1" },
  scope: "chat:write,commands,app_mentions:read,im:history",
  token_type: "bot",
  access_token: INSTALLED_TOKEN,
  bot_user_id: "UBOT",
  team: { id: "T1", name: "Company <b>" },
  enterprise: null,
  is_enterprise_install: false,
  ...more,
});
