import { randomBytes } from "node:crypto";
import { LockMode } from "@mikro-orm/postgresql";
import { conflict } from "../../platform/errors.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { secretHash } from "../secret-hash.ts";
import type { SecretBox } from "../secret-box.ts";
import { storeTestResult, setIntegration } from "../integrations/integration.commands.ts";
import { Integration } from "../integrations/integration.entity.ts";
import { openSettings } from "../integrations/read-integration.ts";
import { SlackInstallation } from "./slack-installation.entity.ts";
import { INSTALL_MINUTES } from "./slack-installation.rules.ts";

type Store = Pick<SystemContext, "em" | "clock">;

/** The random state of an installation that the caller starts. */
export async function beginInstallation(ctx: CommandContext): Promise<{ state: string; expiresAt: Date }> {
  const state = randomBytes(32).toString("base64url");
  const now = ctx.clock.now();
  const expiresAt = new Date(now.getTime() + INSTALL_MINUTES * 60_000);
  await ctx.em.nativeDelete(SlackInstallation, { expiresAt: { $lte: now } });
  await ctx.em.insert(SlackInstallation, { hash: secretHash(state), begunBy: ctx.actor.id, expiresAt });
  return { state, expiresAt };
}

/** The installation of a valid state, with the current state of the admin who started it; otherwise null. */
export const findInstallation = ({ em, clock }: Store, state: string): Promise<SlackInstallation | null> =>
  em.findOne(
    SlackInstallation,
    { hash: secretHash(state), expiresAt: { $gt: clock.now() } },
    { populate: ["begunBy"] },
  );

/** Consumes the state; false if someone else did first. */
export const spendInstallation = async ({ em }: Store, { hash }: SlackInstallation): Promise<boolean> =>
  (await em.nativeDelete(SlackInstallation, { hash })) === 1;

/** The result of an installation from Slack. */
export interface InstalledApp {
  botToken: string;
  /** The workspace for display: its name and id. */
  workspace: string;
  /** The installed app. */
  clientId: string;
}

/**
 * Stores the token like PUT of the settings, and marks it as working. CONFLICT if the settings were removed
 * or belong to another app by now.
 */
export async function storeInstalledApp(
  ctx: CommandContext,
  { botToken, workspace, clientId }: InstalledApp,
  secrets: SecretBox,
): Promise<Integration> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const found = await ctx.em.findOne(Integration, { kind: "slack" }, { lockMode });
  if (found === null || openSettings(found, "slack", secrets).client_id !== clientId)
    throw conflict("Slack's settings have changed: start the installation again");
  const change = { kind: "slack", change: { bot_token: botToken } } as const;
  const integration = await setIntegration(ctx, change, secrets);
  await storeTestResult(ctx, { integration, result: { ok: true, detail: `installed in ${workspace}` } });
  return integration;
}
