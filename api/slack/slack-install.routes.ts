import { z } from "zod";
import { loadIntegration } from "../../domain/integrations/integration.queries.ts";
import { beginInstallation } from "../../domain/slack/slack-installation.commands.ts";
import { SLACK_REDIRECT_PATH } from "../../domain/slack/slack-installation.rules.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import type { SlackInstaller } from "../../integrations/slack/inbound/slack-installer.ts";
import { may, open } from "../access.ts";
import { Timestamp } from "../common.contract.ts";
import { authorizationAnswer, hasOneAnswer } from "../identity/oauth/authorization-answer.contract.ts";
import { writeAuthorizationError } from "../identity/oauth/browser/authorization-error.ts";
import {
  createBrowserDeps,
  guessedAccount,
  type BrowserRouteDeps,
} from "../identity/oauth/browser/sign-in.ts";
import { signInBody } from "../identity/oauth/browser/sign-in-body.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import { showInstallation, signInToInstall, type InstallPageDeps } from "./slack-install-page.ts";
import { schemaNames } from "../../platform/web/schema-names.ts";
import { defineView } from "../define-schemas.ts";

interface SlackInstallRouteDeps {
  secrets: SecretBox;
  slackInstaller: SlackInstaller;
  publicUrl: string;
}

const InstallationView = defineView("SlackInstallation", {
  authorize_url: z.url().meta({ description: "Slack's page; open it in a browser" }),
  expires_at: Timestamp,
});

type BeginDeps = Pick<InstallPageDeps, "secrets" | "installer" | "redirectUri">;

const begin = ({ secrets, installer, redirectUri }: BeginDeps): Route =>
  defineRoute({
    method: "post",
    path: "/api/v1/integrations/slack/install",
    summary: "Start installing the Slack app: returns Slack's consent page, valid once, for ten minutes",
    access: may("integration.change"),
    output: InstallationView,
    noStore: true,
    answers: { 404: "Slack is not configured", 409: "client_id and client_secret are not set" },
    load: (ctx: RouteContext) => loadIntegration(ctx, "slack"),
    act: async (ctx, _input, integration) => {
      const { clientId, state, expiresAt } = await beginInstallation(ctx, integration, secrets);
      return { url: installer.authorizeUrl({ clientId, state, redirectUri }), expiresAt };
    },
    present: ({ url, expiresAt }) => ({ authorize_url: url, expires_at: expiresAt.toISOString() }),
  });

/** As sent by Slack's redirect. Without a state it belongs to no installation. */
const RedirectQuery = z
  .object({
    state: z.string().max(200).default("").meta({ description: "The state this service sent" }),
    ...authorizationAnswer,
  })
  .refine(hasOneAnswer, {
    path: ["code"],
    error: "Slack sends either a code or an error: start the installation again",
    params: { reason: "no_single_answer" },
  });

const SignInBody = signInBody(["sign-in", "code", "switch"]).register(schemaNames, { id: "SignInForm" });

const page = {
  path: SLACK_REDIRECT_PATH,
  access: open("the page asks the installer to sign in"),
  query: RedirectQuery,
  answer: "raw",
  produces: "text/html",
  writeError: writeAuthorizationError,
} as const;

const createPages = (deps: InstallPageDeps): Route[] => [
  defineRoute({
    ...page,
    method: "get",
    summary: "Callback of the Slack installation: the installer signs in, and the token is stored",
    answers: {
      400: "Slack's answer is not valid",
      403: "You declined at Slack, or may not install the app here",
      404: "The installation link has expired or was used",
      409: "The settings have changed in the meantime",
      502: "Slack did not answer, or its answer is not valid",
    },
    throttle: () => null,
    act: (ctx, { query }) => showInstallation(ctx, query, deps),
  }),
  defineRoute({
    ...page,
    method: "post",
    summary: "Form post of the page",
    answers: { 303: "Redirect to the same page" },
    form: true,
    body: SignInBody,
    throttle: ({ body }) => guessedAccount(body),
    act: (ctx, { body }) => signInToInstall(ctx, body, deps),
  }),
];

/** The installation of the Slack app: the redirect to Slack, and the callback. */
export function createSlackInstallRoutes(deps: SlackInstallRouteDeps & BrowserRouteDeps): Route[] {
  const { secrets, slackInstaller: installer, publicUrl } = deps;
  const redirectUri = `${publicUrl}${SLACK_REDIRECT_PATH}`;
  const pageDeps: InstallPageDeps = { ...createBrowserDeps(deps), secrets, installer, redirectUri };
  return [begin(pageDeps), ...createPages(pageDeps)];
}
