import { randomSecret } from "../random-secret.ts";
import { conflict } from "../../platform/errors.ts";
import { decide } from "../access/decide.ts";
import type { Explained } from "../texts/translate.rules.ts";
import type { CommandContext } from "../context.ts";
import { lockSettings, storeTestResult, setIntegration } from "../integrations/integration.commands.ts";
import { integrationAccess } from "../integrations/integration.access.ts";
import { Integration } from "../integrations/integration.entity.ts";
import { openSettings } from "../integrations/read-integration.ts";
import { secretHash } from "../secret-hash.ts";
import type { SecretBox } from "../secret-box.ts";
import { actorOf } from "../users/actor-of.ts";
import { User } from "../users/user.entity.ts";
import { SlackInstallation } from "./slack-installation.entity.ts";
import { INSTALL_MINUTES } from "./slack-installation.rules.ts";

/** Slack's response. The workspace is its name and id for display; `why` gives the problem and the remedy. */
export type InstallOutcome =
  | { ok: true; botToken: string; workspace: string }
  /** `unusable`: Slack's response is clear. `unclear`: there was no response, or an unexpected one. */
  | { ok: false; kind: "unusable" | "unclear"; why: Explained };

interface FinishDeps {
  secrets: SecretBox;
  /** Exchanges Slack's code for a token. A code works once. */
  install: (code: { clientId: string; clientSecret: string; code: string }) => Promise<InstallOutcome>;
}

/** The content of Slack's redirect, and the user who is signed in to the browser that followed it. */
export interface SlackReturn {
  state: string;
  /** Exactly one of both. */
  code: string | undefined;
  error: string | undefined;
  visitorId: string | null;
}

/** The state is consumed, except for `sign_in` and `wrong_user`: the right admin may still follow. */
export type FinishOutcome =
  | { kind: "spent" | "not_allowed" | "declined" | "sign_in" | "wrong_user" }
  | { kind: "refused"; because: "conflict" | "unusable" | "unclear"; why: Explained }
  | { kind: "connected"; workspace: string; channel: string };

/** There is no token here: the caller is the user who is signed in to the browser. */
type Visit = Omit<CommandContext, "actor">;

type Refusal = Extract<FinishOutcome, { kind: "refused" }>;

const refused = (because: Refusal["because"], why: Explained): Refusal => ({ kind: "refused", because, why });

/** The random state of an installation that the caller starts; CONFLICT without the app's credentials. */
export async function beginInstallation(
  ctx: CommandContext,
  integration: Integration,
  secrets: SecretBox,
): Promise<{ clientId: string; state: string; expiresAt: Date }> {
  const { client_id: clientId } = openSettings(integration, "slack", secrets);
  if (clientId === undefined)
    throw conflict(
      "Set client_id and client_secret first with PUT /api/v1/integrations/slack: Slack shows them under Basic Information",
    );
  const state = randomSecret();
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + INSTALL_MINUTES * 60_000);
  await ctx.em.nativeDelete(SlackInstallation, { expiresAt: { $lte: now } });
  await ctx.em.insert(SlackInstallation, { hash: secretHash(state), begunBy: ctx.actor.id, expiresAt });
  return { clientId, state, expiresAt };
}

/**
 * The installation with this state if it is valid, with the current rights of the admin who started it;
 * otherwise null.
 */
const findInstallation = ({ em, clock }: Visit, state: string): Promise<SlackInstallation | null> =>
  em.findOne(
    SlackInstallation,
    { hash: secretHash(state), expiresAt: { $gt: clock.now() } },
    { populate: ["begunBy"] },
  );

/** Consumes the state; false if someone else did first. */
const spendInstallation = async ({ em }: Visit, { hash }: SlackInstallation): Promise<boolean> =>
  (await em.nativeDelete(SlackInstallation, { hash })) === 1;

/** To read the user's current rights. */
const mayInstall = (user: User): boolean =>
  user.active && decide(actorOf(user), integrationAccess["integration.manage"], {}).allowed;

const connectedTo = (workspace: string, { settings }: Integration): FinishOutcome => ({
  kind: "connected",
  workspace,
  channel: String(settings["default_channel"]),
});

/** Keeps the state until it expires, so that a reloaded page does not claim that nothing was connected. */
const keepResult = (em: Visit["em"], { hash, begunBy, expiresAt }: SlackInstallation, workspace: string) =>
  em.insert(SlackInstallation, { hash, begunBy: begunBy.id, expiresAt, workspace });

/** The result of an installation that has ended well, for the admin who started it. */
async function showResult(ctx: Visit, workspace: string): Promise<FinishOutcome> {
  const integration = await ctx.em.findOne(Integration, { kind: "slack" });
  return integration === null ? { kind: "spent" } : connectedTo(workspace, integration);
}

/** Stores the token like PUT of the settings, on behalf of the admin who started, and marks it as working. */
function storeToken(
  ctx: Visit,
  installation: SlackInstallation,
  { clientId, botToken, workspace }: Record<"clientId" | "botToken" | "workspace", string>,
  secrets: SecretBox,
): Promise<FinishOutcome> {
  return ctx.em.fork().transactional(async (em) => {
    const user = await em.findOneOrFail(User, { id: installation.begunBy.id });
    if (!mayInstall(user)) return { kind: "not_allowed" };
    await lockSettings({ em });
    const found = await em.findOne(Integration, { kind: "slack" });
    if (found === null || openSettings(found, "slack", secrets).client_id !== clientId)
      return refused("conflict", {
        english: "Slack's settings have changed: start the installation again",
        reason: "slack_settings_changed",
      });
    const context = { ...ctx, em, actor: actorOf(user) };
    const change = { kind: "slack", change: { bot_token: botToken } } as const;
    const integration = await setIntegration(context, change, secrets);
    const result = { ok: true, detail: `installed in ${workspace}` } as const;
    await storeTestResult(context, { integration, result });
    await keepResult(em, installation, workspace);
    return connectedTo(workspace, integration);
  });
}

async function install(
  ctx: Visit,
  installation: SlackInstallation,
  code: string,
  deps: FinishDeps,
): Promise<FinishOutcome> {
  const integration = await ctx.em.findOne(Integration, { kind: "slack" });
  const settings = integration === null ? null : openSettings(integration, "slack", deps.secrets);
  const { client_id: clientId, client_secret: clientSecret } = settings ?? {};
  if (clientId === undefined || clientSecret === undefined)
    return refused("conflict", {
      english: "Slack's client_id and client_secret are no longer set. Set them and start again.",
      reason: "slack_app_not_set",
    });
  const installed = await deps.install({ clientId, clientSecret, code });
  if (!installed.ok) return refused(installed.kind, installed.why);
  const { botToken, workspace } = installed;
  return storeToken(ctx, installation, { clientId, botToken, workspace }, deps.secrets);
}

const whyNone = (error: string | undefined): FinishOutcome =>
  error === "access_denied"
    ? { kind: "declined" }
    : refused("unusable", {
        english: `Slack returned an error (${error ?? "no reason given"}). Nothing was changed. Start the installation again.`,
        reason: "slack_error",
        values: { error },
      });

/**
 * A user who returns from Slack has the state, and must be signed in as the admin who started, so a leaked URL
 * installs nothing. The state is consumed before Slack is called, so nothing happens twice.
 */
export async function finishInstallation(
  ctx: Visit,
  { state, code, error, visitorId }: SlackReturn,
  deps: FinishDeps,
): Promise<FinishOutcome> {
  const installation = await findInstallation(ctx, state);
  if (installation === null) return { kind: "spent" };
  const { begunBy, workspace = null } = installation;
  if (workspace !== null) return visitorId === begunBy.id ? showResult(ctx, workspace) : { kind: "spent" };
  if (code === undefined) {
    await spendInstallation(ctx, installation);
    return whyNone(error);
  }
  if (!mayInstall(begunBy)) {
    await spendInstallation(ctx, installation);
    return { kind: "not_allowed" };
  }
  if (visitorId === null) return { kind: "sign_in" };
  if (visitorId !== begunBy.id) return { kind: "wrong_user" };
  if (!(await spendInstallation(ctx, installation))) return { kind: "spent" };
  return install(ctx, installation, code, deps);
}
