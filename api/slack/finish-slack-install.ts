import { decide } from "../../domain/access/decide.ts";
import { Integration } from "../../domain/integrations/integration.entity.ts";
import { openSettings } from "../../domain/integrations/read-integration.ts";
import {
  findInstallation,
  storeInstalledApp,
  spendInstallation,
  type InstalledApp,
} from "../../domain/slack/slack-installation.commands.ts";
import type { SlackInstallation } from "../../domain/slack/slack-installation.entity.ts";
import { INSTALL_MINUTES, SLACK_REDIRECT_PATH } from "../../domain/slack/slack-installation.rules.ts";
import type { SecretBox } from "../../domain/secret-box.ts";
import { actorOf } from "../../domain/users/actor-of.ts";
import { User } from "../../domain/users/user.entity.ts";
import type { SlackInstaller } from "../../integrations/slack/inbound/slack-installer.ts";
import { AppError } from "../../platform/errors.ts";
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
import { integrationAccess } from "../../domain/integrations/integration.access.ts";

export interface FinishDeps extends BrowserDeps {
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

const refusal = (status: number, text: string): RawAnswer =>
  showMessage(status, "Slack was not connected", text);

const spent = (): RawAnswer =>
  refusal(
    404,
    `This link is invalid, has expired or was used: each works once, for ${INSTALL_MINUTES} minutes. Start again in the Slack settings.`,
  );

const notTheirs = (): RawAnswer =>
  refusal(
    403,
    "The admin who started this installation may no longer manage integrations. Ask an admin to start again.",
  );

/** For the current state of the user. */
const mayInstall = (user: User): boolean =>
  user.active && decide(actorOf(user), integrationAccess["integration.manage"], {}).allowed;

const pageOf = (ctx: RouteContext): PageBehindSignIn => ({
  address: addressOf(ctx, SLACK_REDIRECT_PATH),
  subject: "the Slack installation",
});

/** Stores Slack's response, on behalf of the current state of the user who started. */
function keep(ctx: RouteContext, userId: string, app: InstalledApp, deps: FinishDeps): Promise<RawAnswer> {
  const { clock, events, origin } = ctx;
  return ctx.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, { id: userId });
    if (!mayInstall(user)) return notTheirs();
    const context = { em, clock, events, origin, actor: actorOf(user) };
    const { settings } = await storeInstalledApp(context, app, deps.secrets);
    const text = `The app is installed in ${app.workspace}. Invite it to ${String(settings["default_channel"])} and to every other channel it posts to. You can close this page.`;
    return showMessage(200, "Slack is connected", text);
  });
}

async function exchange(
  ctx: RouteContext,
  { begunBy }: SlackInstallation,
  code: string,
  deps: FinishDeps,
): Promise<RawAnswer> {
  const integration = await ctx.em.findOne(Integration, { kind: "slack" });
  const settings = integration === null ? null : openSettings(integration, "slack", deps.secrets);
  const { client_id: clientId, client_secret: clientSecret } = settings ?? {};
  if (clientId === undefined || clientSecret === undefined)
    return refusal(409, "Slack's client_id and client_secret are no longer set. Set them and start again.");
  const { redirectUri } = deps;
  const outcome = await deps.installer.install({ clientId, clientSecret, code, redirectUri });
  if (!outcome.ok) return refusal(outcome.kind === "unusable" ? 400 : 502, outcome.why);
  const { botToken, workspace } = outcome;
  try {
    return await keep(ctx, begunBy.id, { botToken, workspace, clientId }, deps);
  } catch (error) {
    if (error instanceof AppError && error.code === "CONFLICT") return refusal(409, error.message);
    throw error;
  }
}

/**
 * Whoever returns from Slack has the state, and must be signed in as the admin who started, so a leaked URL
 * installs nothing. The state is consumed before Slack is called, so nothing happens twice.
 */
export async function finishInstallation(
  ctx: RouteContext,
  { state, code, error }: SlackRedirect,
  deps: FinishDeps,
): Promise<RawAnswer> {
  const installation = await findInstallation(ctx, state);
  if (installation === null) return spent();
  if (code === undefined) {
    await spendInstallation(ctx, installation);
    if (error === "access_denied")
      return refusal(403, "You declined at Slack, so nothing was changed. You can start again at any time.");
    return refusal(
      400,
      `Slack returned an error (${error ?? "no reason given"}). Nothing was changed. Start the installation again.`,
    );
  }
  if (!mayInstall(installation.begunBy)) {
    await spendInstallation(ctx, installation);
    return notTheirs();
  }
  const { claims, user } = await visitorOf(ctx, deps);
  if (user === null) return showSignIn(ctx, deps, pageOf(ctx), claims);
  if (user.id !== installation.begunBy.id) {
    const problem =
      "You are signed in as a different user: sign in as the admin who started the installation.";
    return showSignIn(ctx, deps, pageOf(ctx), claims, { status: 403, problem });
  }
  if (!(await spendInstallation(ctx, installation))) return spent();
  return exchange(ctx, installation, code, deps);
}

/** The sign-in form of that page. After signing in, the user returns to it. */
export async function signInToFinish(
  ctx: RouteContext,
  form: FormBehindSignIn,
  deps: FinishDeps,
): Promise<RawAnswer> {
  const page = pageOf(ctx);
  return (await answerSignIn(ctx, deps, page, form)) ?? goTo(deps, deps.cookies.read(ctx), page.address);
}
