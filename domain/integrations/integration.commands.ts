import { isDeepStrictEqual } from "node:util";
import { conflict, invalid } from "../../platform/errors.ts";
import { fieldErrors } from "../../platform/field-errors.ts";
import { findLocked, loadLocked, lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { SecretBox } from "../secret-box.ts";
import { User } from "../users/user.entity.ts";
import { INTEGRATION_SETTINGS, isSecretSetting, type TestConnection } from "./integration-settings.ts";
import { Integration } from "./integration.entity.ts";
import {
  FAILING_AFTER,
  integrationSecretContext,
  type IntegrationKind,
  type IntegrationResult,
} from "./integration.rules.ts";
import { openSettings } from "./read-integration.ts";

type Settings = Record<string, unknown>;
export type FailedResult = Extract<IntegrationResult, { ok: false }>;

const reference = ({ id, kind }: Integration) => ({ id, kind });

const partOf = (settings: Settings, wanted: (name: string) => boolean): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => wanted(name)));

/** The merged settings if they are consistent, or VALIDATION_ERROR. Null removes one. */
function merge(kind: IntegrationKind, before: Settings, change: Settings): Settings {
  const wanted = partOf(
    { ...before, ...change },
    (name) => (name in change ? change[name] : before[name]) !== null,
  );
  const parsed = INTEGRATION_SETTINGS[kind].safeParse(wanted);
  if (parsed.success) return parsed.data;
  const errors = fieldErrors("settings", parsed.error, wanted).map((error) => ({
    ...error,
    reason: error.reason ?? "not_of_form",
  }));
  throw invalid(...errors);
}

/** An arbitrary number that no other advisory lock uses. */
const SETTINGS_LOCK = 7_411_204;

/**
 * Allows one change of settings at a time: without settings, there is no row to lock yet. Precedes the lock of the
 * row, so that two changes cannot deadlock.
 */
export const lockSettings = ({ em }: Pick<CommandContext, "em">): Promise<unknown> =>
  em.execute("select pg_advisory_xact_lock(?)", [SETTINGS_LOCK]);

/**
 * Sets the given settings and keeps the others, including secrets. If any has changed, the integration counts as
 * untested afterwards.
 */
export async function setIntegration(
  ctx: CommandContext,
  { kind, change }: { kind: IntegrationKind; change: Settings },
  secrets: SecretBox,
): Promise<Integration> {
  await lockSettings(ctx);
  const found = await findLocked(ctx.em, Integration, { kind });
  const before = found === null ? {} : (openSettings(found, kind, secrets) as Settings);
  const settings = merge(kind, before, change);
  if (found !== null && isDeepStrictEqual(settings, before)) return found;
  const hidden = partOf(settings, (name) => isSecretSetting(kind, name));
  const row = {
    settings: partOf(settings, (name) => !isSecretSetting(kind, name)),
    secretNames: Object.keys(hidden),
    sealedSecrets: secrets.seal(integrationSecretContext(kind), JSON.stringify(hidden)),
    updatedBy: ctx.em.getReference(User, ctx.actor.id),
    updatedAt: ctx.clock.now(),
    testedAt: null,
    testOk: null,
    testProblem: null,
    testDetail: null,
    failures: 0,
    failingSince: null,
  };
  const integration =
    found === null ? ctx.em.create(Integration, { kind, ...row }) : ctx.em.assign(found, row);
  const changed = Object.keys(change).filter((name) => !isDeepStrictEqual(settings[name], before[name]));
  const data = { integration: reference(integration), changed };
  recordEvent(ctx, "integration.configured", { subject: integration, data });
  return integration;
}

/** Deletes the settings: the integration does nothing afterwards. */
export async function removeIntegration(ctx: CommandContext, integration: Integration): Promise<void> {
  await lockRow(ctx.em, integration, "Integration");
  recordEvent(ctx, "integration.removed", {
    subject: integration,
    data: { integration: reference(integration) },
  });
  ctx.em.remove(integration);
}

/** Stores the result of a test. */
export async function storeTestResult(
  ctx: CommandContext,
  { integration, result }: { integration: Integration; result: IntegrationResult },
): Promise<void> {
  integration.testedAt = ctx.clock.now();
  integration.testOk = result.ok;
  integration.testProblem = result.ok ? null : result.problem;
  integration.testDetail = result.detail;
  if (result.ok) {
    integration.failures = 0;
    integration.failingSince = null;
  }
}

/**
 * Tests the current settings against the service, and stores the result in a transaction of its own, because
 * the service may be slow. CONFLICT if the settings have changed in the meantime: the result says nothing
 * about the new ones.
 */
export async function testIntegration(
  ctx: CommandContext,
  integration: Integration,
  { secrets, testConnection }: { secrets: SecretBox; testConnection: TestConnection },
): Promise<Integration> {
  const { kind, updatedAt } = integration;
  const result = await testConnection(kind, openSettings(integration, kind, secrets));
  return ctx.em.fork().transactional(async (em) => {
    const tested = await loadLocked(em, Integration, { kind }, "Integration");
    if (tested.updatedAt.getTime() !== updatedAt.getTime())
      throw conflict("The settings have changed during the test: test again", { reason: "settings_changed" });
    await storeTestResult({ ...ctx, em }, { integration: tested, result });
    return tested;
  });
}

/** Records that connections to the service fail. */
export function recordFailing(
  ctx: SystemContext,
  integration: Integration,
  { problem, detail }: FailedResult,
): void {
  const data = { integration: reference(integration), problem, detail };
  recordEvent(ctx, "integration.failing", { subject: integration, data });
}

/**
 * Records the outcome of a use; several consecutive failures record an event, once. Returns since when uses
 * have failed.
 */
export async function recordIntegrationUse(
  ctx: SystemContext,
  { kind, result }: { kind: IntegrationKind; result: IntegrationResult },
): Promise<Date | null> {
  const integration = await findLocked(ctx.em, Integration, { kind });
  if (integration === null) return null;
  if (result.ok) {
    integration.failures = 0;
    integration.failingSince = null;
  } else {
    integration.failures += 1;
    integration.failingSince ??= ctx.clock.now();
    if (integration.failures === FAILING_AFTER) recordFailing(ctx, integration, result);
  }
  return integration.failingSince ?? null;
}
