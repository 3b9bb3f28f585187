import { randomLetters } from "../random-secret.ts";
import { newId } from "../../platform/ids.ts";
import { findLocked, lockRow } from "../../platform/database/lock-row.ts";
import { conflict, invalid, unauthorized, forbidden } from "../../platform/errors.ts";
import { AccessDenied } from "../access/access-denied.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { notifyCredentialsEnded } from "../credentials-channel.ts";
import { daysLeft } from "../days.rules.ts";
import { secretHash } from "../secret-hash.ts";
import { oauthClientOf } from "../oauth-client-of.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockUser } from "../users/lock-user.ts";
import { User } from "../users/user.entity.ts";
import { scopesOfRole, type Scope } from "../users/user.rules.ts";
import { ApiKey } from "./api-key.entity.ts";
import {
  BASE62,
  SECRET_LENGTH,
  formatKey,
  keyPrefix,
  overlapEnd,
  rotationDueAt,
  successorExpiry,
  type KeyKind,
} from "./api-key.rules.ts";
import { onKeyConfined, onKeyRotated } from "./api-key.moments.ts";
import type { Restrictions } from "./restrictions.rules.ts";
import { apiKeyAccess } from "./api-key.access.ts";

export interface ApiKeyInput {
  name: string;
  description: string;
  kind: KeyKind;
  scopes: readonly Scope[];
  expiresAt: Date | null;
  restrictions: Restrictions;
}

/** A key with its text, which only this result contains. */
export interface IssuedKey {
  key: ApiKey;
  secret: string;
}

/** The key in events. */
const reference = (key: ApiKey) => ({
  id: key.id,
  name: key.name,
  kind: key.kind,
  prefix: keyPrefix(key.kind, key.id),
  owner_id: key.owner.id,
});

function refuseWiderScopes(ctx: CommandContext, scopes: readonly string[]): void {
  const wider = scopes.filter((scope) => !ctx.actor.scopes.some((own) => own === scope));
  if (wider.length === 0) return;
  const error = `your token lacks ${wider.join(", ")}`;
  const cause = new AccessDenied(apiKeyAccess["api_key.create"], { because: "scope", rule: wider }, null);
  throw forbidden(`scopes: ${error}`, { details: { field: "scopes", error }, cause });
}

function issue(
  ctx: CommandContext,
  owner: User,
  input: ApiKeyInput & Pick<ApiKey, "oauthClientId">,
): IssuedKey {
  const id = newId();
  const secret = formatKey(input.kind, id, randomLetters(BASE62, SECRET_LENGTH));
  const key = ctx.em.create(ApiKey, {
    ...input,
    id,
    owner,
    scopes: [...input.scopes],
    hash: secretHash(secret),
    lastFour: secret.slice(-4),
    createdAt: ctx.clock.now(),
  });
  return { key, secret };
}

/**
 * Of two simultaneous requests, the second waits and then counts the key of the first. A rotated key does not
 * count, because it expires.
 */
async function refuseTooMany(ctx: CommandContext, atMost: number): Promise<void> {
  const owner = await lockUser(ctx, ctx.actor.id);
  if (!owner.active) throw unauthorized("Your account has changed: sign in again");
  const now = ctx.clock.now();
  const active = await ctx.em.count(ApiKey, {
    owner: ctx.actor.id,
    revokedAt: null,
    rotatedTo: null,
    $or: [{ expiresAt: null }, { expiresAt: { $gt: now } }],
  });
  if (active >= atMost)
    throw conflict(`You have ${active} active API keys; the limit is ${atMost}: revoke one first`, {
      reason: "too_many_keys",
      limit: atMost,
      active,
    });
}

/**
 * Creates a key of the caller, with at most the scopes of the caller's token (FORBIDDEN). CONFLICT if the
 * caller already has `atMost` active keys.
 */
export async function createApiKey(
  ctx: CommandContext,
  input: ApiKeyInput,
  atMost: number,
): Promise<IssuedKey> {
  refuseWiderScopes(ctx, input.scopes);
  if (input.expiresAt !== null && input.expiresAt <= ctx.clock.now())
    throw invalid({ field: "expires_at", error: "is in the past", reason: "in_past" });
  if (input.restrictions.projectIds !== undefined)
    await onKeyConfined.happen(ctx, input.restrictions.projectIds);
  await refuseTooMany(ctx, atMost);
  const oauthClientId = oauthClientOf(ctx.actor);
  const issued = issue(ctx, ctx.em.getReference(User, ctx.actor.id), { ...input, oauthClientId });
  recordEvent(ctx, "api_key.created", { subject: issued.key, data: { api_key: reference(issued.key) } });
  return issued;
}

/**
 * Issues a successor with the same name, scopes and restrictions; the old key stays valid for the overlap (in
 * hours).
 */
export async function rotateApiKey(
  ctx: CommandContext,
  input: { key: ApiKey; overlapHours: number },
): Promise<IssuedKey> {
  const { key } = input;
  // Before the key, as a deactivation does; it revokes the keys that exist at its end.
  const owner = await lockUser(ctx, key.owner.id);
  await lockRow(ctx.em, key, "API key");
  const now = ctx.clock.now();
  if (!key.isLive(now)) throw conflict("The key no longer works: create a new one", { reason: "key_ended" });
  if (key.rotatedTo)
    throw conflict("The key has already been rotated", {
      reason: "key_rotated",
      successor_id: key.rotatedTo,
    });
  const allowed = scopesOfRole(owner.role).filter((scope) => key.scopes.includes(scope));
  refuseWiderScopes(ctx, allowed);
  const { name, description, kind, restrictions, oauthClientId = null } = key;
  const expiresAt = successorExpiry(key, now);
  const same = { name, description, kind, restrictions, oauthClientId };
  const successor = issue(ctx, owner, { ...same, scopes: allowed, expiresAt });
  key.rotatedTo = successor.key.id;
  key.expiresAt = overlapEnd(key.expiresAt, now, input.overlapHours);
  recordEvent(ctx, "api_key.rotated", {
    subject: key,
    data: { api_key: reference(key), successor: reference(successor.key) },
  });
  await ctx.em.flush();
  await onKeyRotated.happen(ctx, { from: key.id, to: successor.key.id });
  return successor;
}

type RevocationReason = "revoked" | "not_rotated" | "owner_deactivated" | "client_removed";

/** Revokes a key at once, because every request reads it from the database. Idempotent. */
export async function revokeApiKey(
  ctx: CommandContext | SystemContext,
  input: { key: ApiKey; reason: RevocationReason },
): Promise<void> {
  const { key, reason } = input;
  await lockRow(ctx.em, key, "API key");
  if (key.revokedAt) return;
  key.revokedAt = ctx.clock.now();
  recordEvent(ctx, "api_key.revoked", { subject: key, data: { api_key: reference(key), reason } });
  await notifyCredentialsEnded(ctx.em);
}

async function revokeAll(
  ctx: CommandContext,
  whose: { owner: string } | { oauthClientId: string },
  reason: RevocationReason,
): Promise<void> {
  const living = { revokedAt: null, $or: [{ expiresAt: null }, { expiresAt: { $gt: ctx.clock.now() } }] };
  const keys = await ctx.em.find(ApiKey, { ...whose, ...living }, { orderBy: { id: "asc" } });
  for (const key of keys) await revokeApiKey(ctx, { key, reason });
}

/** Revokes all keys of a deactivated user. */
export const revokeKeysOf = (ctx: CommandContext, owner: string): Promise<void> =>
  revokeAll(ctx, { owner }, "owner_deactivated");

/** Revokes all keys that a client created, when it is removed. */
export const revokeKeysOfClient = (ctx: CommandContext, oauthClientId: string): Promise<void> =>
  revokeAll(ctx, { oauthClientId }, "client_removed");

/** The key, locked: its owner may be rotating it. */
const holdKey = ({ em }: SystemContext, id: string): Promise<ApiKey | null> => findLocked(em, ApiKey, { id });

/**
 * Records the reminder that was due `planned` days before the rotation; returns false if the key was revoked
 * or replaced, so that no further reminder is needed.
 */
export async function remindRotation(
  ctx: SystemContext,
  { keyId, planned }: { keyId: string; planned: number },
): Promise<boolean> {
  const key = await holdKey(ctx, keyId);
  const now = ctx.clock.now();
  const due = key && rotationDueAt(key, now);
  if (key === null || due === null) return false;
  if (key.remindedDays != null && key.remindedDays <= planned) return true;
  const left = daysLeft(planned, due, now);
  // A late reminder stands for those that were due since.
  key.remindedDays = left;
  recordEvent(ctx, "api_key.rotation_due", {
    subject: key,
    data: { api_key: reference(key), days_left: left },
  });
  return true;
}

/** Revokes a key that was not replaced in time; returns whether it did. */
export async function disableUnrotated(ctx: SystemContext, keyId: string): Promise<boolean> {
  const key = await holdKey(ctx, keyId);
  if (key === null || key.rotatedTo || !key.isLive(ctx.clock.now())) return false;
  await revokeApiKey(ctx, { key, reason: "not_rotated" });
  return true;
}
