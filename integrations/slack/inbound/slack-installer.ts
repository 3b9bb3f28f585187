import { webApi } from "@slack/bolt";
import { z } from "zod";
import type { InstallOutcome } from "../../../domain/slack/slack-installation.commands.ts";
import type { Explained } from "../../../domain/texts/translate.rules.ts";
import { noBoltLog } from "../bolt-logger.ts";
import { slackFailureOf, type SlackFailure } from "../slack-failure.ts";
import { missingScopes, WANTED_SCOPES } from "../slack-scopes.ts";
import { clientOptionsOf, type SlackConnection } from "../slack-connection.ts";

interface AuthorizationRequest {
  clientId: string;
  state: string;
  redirectUri: string;
}

interface CodeExchange {
  clientId: string;
  clientSecret: string;
  code: string;
  redirectUri: string;
}

export interface SlackInstaller {
  /** Where a browser requests the installation from Slack. */
  authorizeUrl(request: AuthorizationRequest): string;
  /** Exchanges the code for a token. A code works once, so there are no retries. */
  install(exchange: CodeExchange): Promise<InstallOutcome>;
}

const AGAIN = "Then start the installation again.";
const COPY =
  "Copy client_id and client_secret from the app's Basic Information and set them with PUT /api/v1/integrations/slack.";

/** Slack's error codes (https://docs.slack.dev/reference/methods/oauth.v2.access). */
const REFUSALS: Readonly<Record<string, string>> = {
  invalid_code: "Slack's code has expired or was used: it works once, for ten minutes. Start again.",
  code_already_used: "Slack reports that its code was already used. Start the installation again.",
  invalid_client_id: `Slack knows no app with this client_id. ${COPY} ${AGAIN}`,
  bad_client_secret: `Slack reports that client_secret does not belong to the app. ${COPY} ${AGAIN}`,
  bad_redirect_uri: `Slack refused the address of this page: add it to the app under OAuth & Permissions, Redirect URLs. ${AGAIN}`,
};

const unusable = (why: Explained): InstallOutcome => ({ ok: false, kind: "unusable", why });
const unclear = (why: Explained): InstallOutcome => ({ ok: false, kind: "unclear", why });

function explainFailure({ problem, detail, error }: SlackFailure): InstallOutcome {
  const known = error === undefined ? undefined : REFUSALS[error];
  if (known !== undefined) return unusable({ english: known, reason: `slack_${error}` });
  if (problem === "unreachable")
    return unclear({
      english: `${detail}. Start the installation again later.`,
      reason: "slack_unreachable",
    });
  return unclear({
    english: `${detail}. Start the installation again; if this happens again, see docs/slack.md.`,
    reason: "slack_unclear",
    values: { error },
  });
}

const Installed = z.object({
  access_token: z.string().startsWith("xoxb-"),
  token_type: z.literal("bot"),
  scope: z.string(),
  team: z.object({ id: z.string(), name: z.string() }),
});

function readAnswer(answer: webApi.OauthV2AccessResponse): InstallOutcome {
  if (answer.is_enterprise_install === true)
    return unusable({
      english: `The app was installed for a whole organisation, and this service works with one workspace. Choose one at the top of Slack's page. ${AGAIN}`,
      reason: "slack_whole_organisation",
    });
  if (answer.expires_in !== undefined || answer.refresh_token !== undefined)
    return unusable({
      english: `Token rotation is on for this app, so its token would expire. Turn it off under OAuth & Permissions, or create an app with token_rotation_enabled: false. ${AGAIN}`,
      reason: "slack_token_rotation",
    });
  const installed = Installed.safeParse(answer);
  if (!installed.success)
    return unusable({
      english: `Slack returned no bot token: does the app have a bot user, as in the manifest in docs/slack.md? ${AGAIN}`,
      reason: "slack_no_bot_token",
    });
  const { access_token: botToken, scope, team } = installed.data;
  const missing = missingScopes(scope);
  if (missing.length > 0)
    return unusable({
      english: `The bot lacks the scopes ${missing.join(", ")}. Add them under OAuth & Permissions. ${AGAIN}`,
      reason: "slack_scopes_missing",
      values: { missing: missing.join(", ") },
    });
  return { ok: true, botToken, workspace: `${team.name} (${team.id})` };
}

/**
 * Slack's part of an OAuth 2.0 installation. Bolt's installer assumes one fixed client id, answers the
 * browser itself and stores tokens before we can refuse, so this uses only its `oauth.v2.access`.
 */
export function createSlackInstaller(connection: SlackConnection): SlackInstaller {
  const { oauth } = new webApi.WebClient(undefined, { ...clientOptionsOf(connection), logger: noBoltLog() });
  return {
    authorizeUrl({ clientId, state, redirectUri }) {
      const url = new URL("/oauth/v2/authorize", connection.apiUrl);
      const scope = WANTED_SCOPES.join(",");
      url.search = new URLSearchParams({
        client_id: clientId,
        scope,
        redirect_uri: redirectUri,
        state,
      }).toString();
      return url.href;
    },
    async install({ clientId, clientSecret, code, redirectUri }) {
      const parameters = {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: redirectUri,
      };
      try {
        return readAnswer(await oauth.v2.access(parameters));
      } catch (error) {
        return explainFailure(slackFailureOf(error));
      }
    },
  };
}
