import type { SecretBox } from "../secret-box.ts";
import { LockMode } from "@mikro-orm/postgresql";
import { newId } from "../../platform/ids.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { releaseWaiting } from "./endpoint-health.ts";
import { findHearer } from "./find-hearer.ts";
import { credentialOf, makeThePersons, requireOwnCredential } from "./webhook-credential.ts";
import { newWebhookSecret, webhookSecretContext } from "./webhook-secret.ts";
import { Webhook } from "./webhook.entity.ts";
import { SECRET_OVERLAP_HOURS, type DisabledReason } from "./webhook.rules.ts";
import { projectAccess } from "../projects/project.access.ts";

export interface WebhookChange {
  url?: string | undefined;
  description?: string | undefined;
  events?: string[] | undefined;
  projectIds?: string[] | null | undefined;
  active?: boolean | undefined;
}

export interface CreateWebhookInput extends WebhookChange {
  url: string;
  events: string[];
  /** Any text; made when left out. */
  secret?: string | undefined;
}

export interface WebhookWithSecret {
  webhook: Webhook;
  /** Shown this once. */
  secret: string;
}

/** The webhook as events name it. */
export const webhookReference = ({ id, url, owner }: Webhook) => ({ id, url, owner_id: owner.id });

const about = (webhook: Webhook) => ({ subjectId: webhook.id, projectId: null });

/** A webhook cannot be tied to projects its maker does not see: that would tell which exist. */
async function requireVisible(ctx: CommandContext, projectIds: readonly string[] | null): Promise<void> {
  if (projectIds === null) return;
  const wanted = new Set(projectIds);
  const filter = { $and: [{ id: { $in: [...wanted] } }, where(ctx.actor, projectAccess["project.read"])] };
  if ((await ctx.em.count(Project, filter)) < wanted.size)
    throw invalid({ field: "project_ids", error: "names a project you do not see" });
}

/** Of two requests at once the second waits, and then counts the webhook of the first. */
async function refuseTooMany(ctx: CommandContext, atMost: number): Promise<void> {
  await ctx.em.findOneOrFail(User, { id: ctx.actor.id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const count = await ctx.em.count(Webhook, { owner: ctx.actor.id });
  if (count >= atMost)
    throw conflict(`You have ${count} webhooks; the limit is ${atMost}: delete one first`, {
      limit: atMost,
    });
}

/** Registers an address for the caller. It hears what the caller may see with the credential they came with, from now on. */
export async function createWebhook(
  ctx: CommandContext,
  input: CreateWebhookInput,
  { secrets, atMost }: { secrets: SecretBox; atMost: number },
): Promise<WebhookWithSecret> {
  const { url, description = "", events, projectIds = null, active = true } = input;
  await requireVisible(ctx, projectIds);
  await refuseTooMany(ctx, atMost);
  const [id, now, secret] = [newId(), ctx.clock.now(), input.secret ?? newWebhookSecret()];
  const webhook = ctx.em.create(Webhook, {
    id,
    owner: ctx.em.getReference(User, ctx.actor.id),
    ...credentialOf(ctx),
    url,
    description,
    events,
    projectIds,
    active,
    secret: secrets.seal(webhookSecretContext(id), secret),
    failures: 0,
    createdAt: now,
    updatedAt: now,
  });
  ctx.em.persist(webhook);
  const data = { webhook: webhookReference(webhook) };
  recordEvent(ctx, "webhook.created", { ...about(webhook), data });
  await ctx.em.flush();
  return { webhook, secret };
}

/** Changes what it is told and where. Turned on again, or at another address, it starts as if it had never failed, and what waited for it goes. */
export async function updateWebhook(
  ctx: CommandContext,
  { webhook, change }: { webhook: Webhook; change: WebhookChange },
): Promise<Webhook> {
  requireOwnCredential(ctx, webhook);
  await ctx.em.refresh(webhook, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const { url, description, events, projectIds, active } = change;
  if (projectIds !== undefined) await requireVisible(ctx, projectIds);
  const wanted = { url, description, events, project_ids: projectIds, active };
  const before: typeof wanted = {
    url: webhook.url,
    description: webhook.description,
    events: webhook.events,
    project_ids: webhook.projectIds ?? null,
    active: webhook.active,
  };
  const changed = (Object.keys(wanted) as (keyof typeof wanted)[]).filter(
    (name) => wanted[name] !== undefined && JSON.stringify(wanted[name]) !== JSON.stringify(before[name]),
  );
  if (changed.length === 0) return webhook;
  const startsAnew = changed.includes("url") || active === true;
  if (active === true && (await findHearer(ctx, webhook.id)) === null) makeThePersons(webhook);
  if (startsAnew) webhook.recover();
  if (url !== undefined) webhook.url = url;
  if (description !== undefined) webhook.description = description;
  if (events !== undefined) webhook.events = events;
  if (projectIds !== undefined) webhook.projectIds = projectIds;
  if (active !== undefined) webhook.active = active;
  webhook.updatedAt = ctx.clock.now();
  recordEvent(ctx, "webhook.updated", {
    ...about(webhook),
    data: { webhook: webhookReference(webhook), changed },
  });
  await ctx.em.flush();
  if (startsAnew) await releaseWaiting(ctx.em, webhook.id);
  return webhook;
}

/** A new secret; the old one signs along for `overlapHours`, so that no delivery is refused while receivers change over. */
export async function rotateWebhookSecret(
  ctx: CommandContext,
  input: { webhook: Webhook; secret?: string | undefined; overlapHours?: number | undefined },
  secrets: SecretBox,
): Promise<WebhookWithSecret> {
  const { webhook, secret = newWebhookSecret(), overlapHours = SECRET_OVERLAP_HOURS } = input;
  requireOwnCredential(ctx, webhook);
  await ctx.em.refresh(webhook, { lockMode: LockMode.PESSIMISTIC_WRITE });
  const now = ctx.clock.now();
  const until = new Date(now.getTime() + overlapHours * 3_600_000);
  const context = webhookSecretContext(webhook.id);
  if (secrets.open(context, webhook.secret) === secret)
    throw invalid({ field: "secret", error: "is the present one" });
  webhook.previousSecret = webhook.secret;
  webhook.previousUntil = until;
  webhook.secret = secrets.seal(context, secret);
  webhook.updatedAt = now;
  const data = { webhook: webhookReference(webhook), overlap_until: until.toISOString() };
  recordEvent(ctx, "webhook.secret_rotated", { ...about(webhook), data });
  await ctx.em.flush();
  return { webhook, secret };
}

/** Takes it away with its deliveries; what is on its way ends. */
export async function deleteWebhook(ctx: CommandContext, webhook: Webhook): Promise<void> {
  recordEvent(ctx, "webhook.deleted", { ...about(webhook), data: { webhook: webhookReference(webhook) } });
  ctx.em.remove(webhook);
  await ctx.em.flush();
}

/**
 * Turns it off for the service itself, if it still has the address that gave the reason. Once is enough, however many
 * attempts end at the same time.
 */
export async function disableWebhook(
  ctx: SystemContext,
  { id, url, reason }: { id: string; url: string; reason: DisabledReason },
): Promise<void> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  const webhook = await ctx.em.findOne(Webhook, { id, url, active: true }, { lockMode });
  if (webhook === null) return;
  webhook.disable(reason, ctx.clock.now());
  const data = { webhook: webhookReference(webhook), reason };
  recordEvent(ctx, "webhook.disabled", { ...about(webhook), data });
  await ctx.em.flush();
}
