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

const refusal = (status: number, text: string): RawAnswer =>
  showMessage(status, "Slack was not connected", text);

const pageOf = (ctx: RouteContext): PageBehindSignIn => ({
  address: addressOf(ctx, SLACK_REDIRECT_PATH),
  subject: "the Slack installation",
});

function presentFinish(
  outcome: FinishOutcome,
  askToSignIn: (problem?: string) => Promise<RawAnswer>,
): RawAnswer | Promise<RawAnswer> {
  switch (outcome.kind) {
    case "spent":
      return refusal(
        404,
        `This link is invalid, has expired or was used: each works once, for ${INSTALL_MINUTES} minutes. Start again in the Slack settings.`,
      );
    case "not_allowed":
      return refusal(
        403,
        "The admin who started this installation may no longer manage integrations. Ask an admin to start again.",
      );
    case "declined":
      return refusal(403, "You declined at Slack, so nothing was changed. You can start again at any time.");
    case "sign_in":
      return askToSignIn();
    case "wrong_user":
      return askToSignIn(
        "You are signed in as a different user: sign in as the admin who started the installation.",
      );
    case "refused":
      return refusal(REFUSED[outcome.because], outcome.why);
    case "connected":
      return showMessage(
        200,
        "Slack is connected",
        `The app is installed in ${outcome.workspace}. Invite it to ${outcome.channel} and to every other channel it posts to. You can close this page.`,
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
