import { finishInstallation, type FinishOutcome } from "../../domain/slack/slack-installation.commands.ts";
import { INSTALL_MINUTES, SLACK_REDIRECT_PATH } from "../../domain/slack/slack-installation.rules.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import type { SlackInstaller } from "../../integrations/slack/inbound/slack-installer.ts";
import {
  addressOf,
  answerSignIn,
  goTo,
  showSignIn,
  visitorOf,
  type FormBehindSignIn,
  type PageBehindSignIn,
} from "../identity/oauth/browser/page-behind-sign-in.ts";
import { say, sayWhy, type Message } from "../identity/oauth/browser/page-message.ts";
import { showMessage } from "../identity/oauth/browser/pages.ts";
import type { BrowserDeps } from "../identity/oauth/browser/sign-in.ts";
import type { RawAnswer, RouteContext } from "../route.ts";

export interface InstallPageDeps extends BrowserDeps {
  secrets: SecretBox;
  installer: SlackInstaller;
  /** The URL of the page as registered at Slack. */
  redirectUri: string;
}

export interface SlackRedirect {
  state: string;
  code?: string | undefined;
  error?: string | undefined;
}

const REFUSED = { conflict: 409, unusable: 400, unclear: 502 } as const;

const refusal = (status: number, message: Message): RawAnswer =>
  showMessage(status, ({ slack }) => slack.refused, message);

const pageOf = (ctx: RouteContext): PageBehindSignIn => ({
  address: addressOf(ctx, SLACK_REDIRECT_PATH),
  subject: ({ slack }) => slack.subject,
});

function presentFinish(
  outcome: FinishOutcome,
  askToSignIn: (problem?: Message) => Promise<RawAnswer>,
): RawAnswer | Promise<RawAnswer> {
  switch (outcome.kind) {
    case "spent":
      return showMessage(
        404,
        ({ slack }) => slack.spentTitle,
        say(({ slack }) => slack.spent(INSTALL_MINUTES)),
      );
    case "not_allowed":
      return refusal(
        403,
        say(({ slack }) => slack.notAllowed),
      );
    case "declined":
      return refusal(
        403,
        say(({ slack }) => slack.declined),
      );
    case "sign_in":
      return askToSignIn();
    case "wrong_user":
      return askToSignIn(say(({ slack }) => slack.wrongUser));
    case "refused":
      return refusal(REFUSED[outcome.because], sayWhy(outcome.why));
    case "connected":
      return showMessage(
        200,
        ({ slack }) => slack.connected,
        say(({ slack }) => slack.connectedText(outcome.workspace, outcome.channel)),
      );
  }
}

/** The page to which Slack redirects. */
export async function showInstallation(
  ctx: RouteContext,
  { state, code, error }: SlackRedirect,
  deps: InstallPageDeps,
): Promise<RawAnswer> {
  const { secrets, installer, redirectUri } = deps;
  const { claims, user } = await visitorOf(ctx, deps);
  const outcome = await finishInstallation(
    ctx,
    { state, code, error, visitorId: user?.id ?? null },
    { secrets, install: (app) => installer.install({ ...app, redirectUri }) },
  );
  return presentFinish(outcome, (problem) =>
    showSignIn(ctx, deps, pageOf(ctx), claims, problem === undefined ? {} : { status: 403, problem }),
  );
}

/** The sign-in form of that page, to which the user returns after signing in. */
export async function signInToInstall(
  ctx: RouteContext,
  form: FormBehindSignIn,
  deps: InstallPageDeps,
): Promise<RawAnswer> {
  const page = pageOf(ctx);
  return (await answerSignIn(ctx, deps, page, form)) ?? goTo(deps, deps.cookies.read(ctx), page.address);
}
