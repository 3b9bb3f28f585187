import { lockIfKept } from "../../platform/database/lock-row.ts";
import { randomLetters, randomSecret } from "../random-secret.ts";
import type { EntityManager } from "@mikro-orm/postgresql";
import type { Clock } from "../../platform/clock.ts";
import { lockUser } from "../users/lock-user.ts";
import type { User } from "../users/user.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import type { OauthClient } from "./oauth-client.entity.ts";
import { secretHash } from "../secret-hash.ts";
import { USER_CODE_LENGTH, USER_CODE_LETTERS } from "./user-code.rules.ts";
import { grantableScopes } from "./oauth-client.rules.ts";

export const DEVICE_CODE_SECONDS = 600;
/** The polling interval of a device in seconds, and what polling too early adds to it. */
export const POLL_SECONDS = 5;

interface DeviceContext {
  em: EntityManager;
  clock: Clock;
}

/** Starts a device grant of at most ten minutes. Only this result contains the device code. */
export async function startDeviceGrant(
  ctx: DeviceContext,
  client: OauthClient,
  scopes: string[],
): Promise<{ deviceCode: string; userCode: string }> {
  const deviceCode = randomSecret();
  const createdAt = ctx.clock.now();
  const grant = ctx.em.create(DeviceGrant, {
    hash: secretHash(deviceCode),
    userCode: randomLetters(USER_CODE_LETTERS, USER_CODE_LENGTH),
    client,
    scopes,
    status: "pending",
    createdAt,
    expiresAt: new Date(createdAt.getTime() + DEVICE_CODE_SECONDS * 1_000),
    interval: POLL_SECONDS,
  });
  return { deviceCode, userCode: grant.userCode };
}

/** The undecided grant with this user code; null if there is none. */
export const findPendingDeviceGrant = (ctx: DeviceContext, userCode: string): Promise<DeviceGrant | null> =>
  ctx.em.findOne(
    DeviceGrant,
    { userCode, status: "pending", expiresAt: { $gt: ctx.clock.now() } },
    { populate: ["client"] },
  );

/**
 * Records the user's decision, `denied` if there is no scope to allow; null if it was decided or expired in the
 * meantime.
 */
export async function decideDeviceGrant(
  ctx: DeviceContext,
  grant: DeviceGrant,
  { user, wantsTo }: { user: User; wantsTo: boolean },
): Promise<"allowed" | "denied" | null> {
  const scopes = grantableScopes(grant.scopes, grant.client, user);
  const status = wantsTo && scopes.length > 0 ? "allowed" : "denied";
  const changed = await ctx.em.nativeUpdate(
    DeviceGrant,
    { hash: grant.hash, status: "pending", expiresAt: { $gt: ctx.clock.now() } },
    { status, user: user.id, scopes },
  );
  return changed === 1 ? status : null;
}

export type PollOutcome = "unknown" | "expired" | "too_early" | "pending" | "denied" | "allowed";

/**
 * A poll by the device. `allowed` is returned once and consumes the grant; `too_early` lengthens the
 * interval. Needs a transaction, which must commit whatever the outcome.
 */
export async function pollDeviceGrant(
  ctx: DeviceContext,
  deviceCode: string,
  client: OauthClient,
): Promise<{ outcome: PollOutcome; grant: DeviceGrant | null }> {
  const now = ctx.clock.now();
  const grant = await ctx.em.findOne(DeviceGrant, { hash: secretHash(deviceCode), client: client.id });
  if (grant === null) return { outcome: "unknown", grant: null };
  // The user first, as in every change of a sign-in that ends grants: another order would deadlock.
  const user = grant.user ? await lockUser(ctx, grant.user.id) : null;
  const isKept = await lockIfKept(ctx.em, grant);
  if (!isKept || grant.status === "used") return { outcome: "unknown", grant: null };
  if (grant.expiresAt <= now) return { outcome: "expired", grant };
  const earliest = (grant.lastPolledAt?.getTime() ?? 0) + grant.interval * 1_000;
  grant.lastPolledAt = now;
  if (now.getTime() < earliest) {
    grant.interval += POLL_SECONDS;
    return { outcome: "too_early", grant };
  }
  if (grant.status !== "allowed") return { outcome: grant.status, grant };
  // Allowed since the first read, so the user is not locked: the next poll gets it.
  if (user === null) return { outcome: "pending", grant };
  grant.status = "used";
  return { outcome: user.active ? "allowed" : "denied", grant };
}
