import type { CommandContext } from "../context.ts";
import { lockUser } from "../users/lock-user.ts";
import { User } from "../users/user.entity.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import { Session } from "./session.entity.ts";
import { notifySessionsEnded } from "./sessions-channel.ts";

type EndContext = Pick<CommandContext, "em" | "clock">;

/**
 * Ends every session of a user except `keep`, and everything that could still become one: sign-ins on our pages,
 * codes and device grants that were allowed but not exchanged. Takes effect at once, because every request checks
 * its session.
 */
export async function endSessions(ctx: EndContext, userId: string, keep: string | null): Promise<void> {
  const now = ctx.clock.now();
  const others = keep === null ? {} : { id: { $ne: keep } };
  await ctx.em.nativeUpdate(User, { id: userId }, { sessionsEndedAt: now });
  await ctx.em.nativeUpdate(Session, { user: userId, revokedAt: null, ...others }, { revokedAt: now });
  await ctx.em.nativeUpdate(AuthorizationCode, { user: userId, usedAt: null }, { usedAt: now });
  await ctx.em.nativeUpdate(DeviceGrant, { user: userId, status: "allowed" }, { status: "denied" });
  await notifySessionsEnded(ctx.em);
}

/**
 * Withdraws a user's consent for an application: its sessions, and codes and device grants that it has not
 * exchanged.
 */
export async function endConsent(ctx: EndContext, { user, client }: Session): Promise<void> {
  // First, as in every exchange of a code or grant: one in progress ends before its session is revoked.
  await lockUser(ctx, user.id);
  const now = ctx.clock.now();
  const given = { user: user.id, client: client!.id };
  await ctx.em.nativeUpdate(Session, { ...given, revokedAt: null }, { revokedAt: now });
  await ctx.em.nativeUpdate(AuthorizationCode, { ...given, usedAt: null }, { usedAt: now });
  await ctx.em.nativeUpdate(DeviceGrant, { ...given, status: "allowed" }, { status: "denied" });
  await notifySessionsEnded(ctx.em);
}

/** Ends a session with its refresh token and all its access tokens. */
export async function logOut({ em, clock }: EndContext, id: string): Promise<void> {
  await em.nativeUpdate(Session, { id, revokedAt: null }, { revokedAt: clock.now() });
  await notifySessionsEnded(em);
}
