import type { EntityManager } from "@mikro-orm/postgresql";
import type { SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { SigningKey, type SigningKeyStatus } from "./signing-key.entity.ts";

/** An arbitrary number that no other advisory lock uses. */
const SIGNING_KEYS_LOCK = 7_011;
/** How long a process may be unaware of a rotation, plus clock skew. */
const SLACK_SECONDS = 60;

/** A key pair as stored. */
export type NewKeyPair = Pick<SigningKey, "id" | "publicJwk"> & { sealedPrivateJwk: string };
export type MakeKeyPair = () => Promise<NewKeyPair>;

export interface Rotation {
  /** The kids that no longer sign. */
  retired: string[];
  current: string;
  next: string;
}

const lock = (em: EntityManager): Promise<unknown> =>
  em.execute("select pg_advisory_xact_lock(?)", [SIGNING_KEYS_LOCK]);

async function addKey(ctx: SystemContext, status: SigningKeyStatus, make: MakeKeyPair): Promise<SigningKey> {
  return ctx.em.create(SigningKey, { ...(await make()), status, createdAt: ctx.clock.now() });
}

const loadKeys = (em: EntityManager, status: SigningKeyStatus): Promise<SigningKey[]> =>
  em.find(SigningKey, { status }, { orderBy: { createdAt: "asc" } });

/** Creates the current and the next key if missing. Processes that start together agree on them. */
export async function ensureSigningKeys(ctx: SystemContext, make: MakeKeyPair): Promise<void> {
  await lock(ctx.em);
  for (const status of ["current", "next"] as const)
    if ((await loadKeys(ctx.em, status)).length === 0) await addKey(ctx, status, make);
}

export interface RotationInput {
  make: MakeKeyPair;
  /** Lifetime of a token. */
  tokenSeconds: number;
  /** Rotate only while this key is the current one, so that a repeated step rotates once. */
  kid?: string;
}

/**
 * Makes the next key the current one, and retires the current one: it stays published until the last token it
 * signed has expired. Null if `kid` is no longer the current key.
 */
export async function rotateSigningKeys(
  ctx: SystemContext,
  { make, tokenSeconds, kid }: RotationInput,
): Promise<Rotation | null> {
  await ensureSigningKeys(ctx, make);
  const [retiring, [promoted]] = [await loadKeys(ctx.em, "current"), await loadKeys(ctx.em, "next")];
  if (kid !== undefined && !retiring.some(({ id }) => id === kid)) return null;
  const until = new Date(ctx.clock.now().getTime() + (tokenSeconds + SLACK_SECONDS) * 1_000);
  for (const key of retiring) key.retire(until);
  promoted!.promote();
  return record(ctx, "planned", { retiring, current: promoted!, next: await addKey(ctx, "next", make) });
}

/** For a key that may have leaked: replaces all keys, which invalidates every access token. */
export async function replaceSigningKeys(ctx: SystemContext, make: MakeKeyPair): Promise<Rotation> {
  await lock(ctx.em);
  const retiring = await ctx.em.find(SigningKey, {});
  for (const key of retiring) ctx.em.remove(key);
  const current = await addKey(ctx, "current", make);
  return record(ctx, "emergency", { retiring, current, next: await addKey(ctx, "next", make) });
}

async function record(
  ctx: SystemContext,
  reason: "planned" | "emergency",
  keys: { retiring: SigningKey[]; current: SigningKey; next: SigningKey },
): Promise<Rotation> {
  const retired = keys.retiring.map(({ id }) => id);
  const rotation = { retired, current: keys.current.id, next: keys.next.id };
  recordEvent(ctx, "signing_key.rotated", { subject: keys.current, data: { ...rotation, reason } });
  return rotation;
}
