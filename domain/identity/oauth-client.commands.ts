import { differences } from "../audit-log/audit.rules.ts";
import { defined } from "../defined.rules.ts";
import { randomSecret } from "../random-secret.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { revokeKeysOfClient } from "../api-keys/api-key.commands.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import type { Scope } from "../users/user.rules.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { clientProblem, type ClientType, type Grant } from "./oauth-client.rules.ts";
import { secretHash } from "../secret-hash.ts";
import { notifyCredentialsEnded } from "../credentials-channel.ts";

export interface OauthClientChange {
  name?: string | undefined;
  redirectUris?: string[] | undefined;
  grants?: Grant[] | undefined;
  scopes?: Scope[] | undefined;
  requirePkce?: boolean | undefined;
  ownerId?: string | undefined;
}

export interface CreateOauthClientInput extends OauthClientChange {
  name: string;
  type: ClientType;
  grants: Grant[];
  scopes: Scope[];
}

export interface ClientWithSecret {
  client: OauthClient;
  /** Shown only once; null for public clients. */
  secret: string | null;
}

/** The client in events. */
const reference = ({ id, name, type, owner }: OauthClient) => ({
  oauth_client: { id, name, type, owner_id: owner.id },
});

/** The fields that can change, by API name, as comparable texts. */
const valuesOf = (client: OauthClient) => ({
  grants: client.grants.join("\n"),
  name: client.name,
  owner_id: client.owner.id,
  redirect_uris: client.redirectUris.join("\n"),
  require_pkce: client.requirePkce,
  scopes: client.scopes.join("\n"),
});

function refuseMisfit(client: OauthClient): void {
  const problem = clientProblem(client);
  if (problem !== null) throw invalid(problem);
}

async function ownerOf(ctx: CommandContext, ownerId: string): Promise<User> {
  const owner = await ctx.em.findOne(User, { id: ownerId, active: true });
  if (owner === null) throw invalid({ field: "owner_id", error: "no active user has this id" });
  return owner;
}

/**
 * Registers an application. Its owner is the caller, or another active user. VALIDATION_ERROR if the parts
 * are inconsistent.
 */
export async function createOauthClient(
  ctx: CommandContext,
  input: CreateOauthClientInput,
): Promise<ClientWithSecret> {
  const secret = input.type === "public" ? null : randomSecret();
  const now = ctx.clock.now();
  const client = ctx.em.create(OauthClient, {
    name: input.name,
    type: input.type,
    secretHash: secret === null ? null : secretHash(secret),
    redirectUris: input.redirectUris ?? [],
    grants: input.grants,
    scopes: input.scopes,
    requirePkce: input.requirePkce ?? input.type === "public",
    owner: await ownerOf(ctx, input.ownerId ?? ctx.actor.id),
    createdAt: now,
    updatedAt: now,
  });
  refuseMisfit(client);
  recordEvent(ctx, "oauth_client.created", { subject: client, data: reference(client) });
  return { client, secret };
}

/** Changes the fields that differ. Issued tokens lose removed scopes at once. */
export async function updateOauthClient(
  ctx: CommandContext,
  client: OauthClient,
  change: OauthClientChange,
): Promise<OauthClient> {
  await lockRow(ctx.em, client, "OAuth client");
  const before = valuesOf(client);
  const { ownerId = client.owner.id, ...fields } = defined(change);
  if (ownerId !== client.owner.id) client.owner = await ownerOf(ctx, ownerId);
  ctx.em.assign(client, fields);
  refuseMisfit(client);
  const { changed, changes } = differences(before, valuesOf(client));
  if (changed.length === 0) return client;
  client.updatedAt = ctx.clock.now();
  const data = { ...reference(client), changed };
  recordEvent(ctx, "oauth_client.updated", { subject: client, data, changes });
  return client;
}

/**
 * Rotates the secret of a confidential client; the old one stops working at once. CONFLICT for public
 * clients.
 */
export async function rotateOauthClientSecret(
  ctx: CommandContext,
  client: OauthClient,
): Promise<ClientWithSecret> {
  await lockRow(ctx.em, client, "OAuth client");
  if (client.type === "public") throw conflict("A public client has no secret");
  const secret = randomSecret();
  client.secretHash = secretHash(secret);
  client.updatedAt = ctx.clock.now();
  recordEvent(ctx, "oauth_client.secret_rotated", { subject: client, data: reference(client) });
  return { client, secret };
}

/** Removes the application with all its sessions, tokens and API keys. */
export async function deleteOauthClient(ctx: CommandContext, client: OauthClient): Promise<void> {
  await lockRow(ctx.em, client, "OAuth client");
  await revokeKeysOfClient(ctx, client.id);
  recordEvent(ctx, "oauth_client.deleted", { subject: client, data: reference(client) });
  ctx.em.remove(client);
  await notifyCredentialsEnded(ctx.em);
}
