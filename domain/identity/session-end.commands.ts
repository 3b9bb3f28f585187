import type { CommandContext, SystemContext } from "../context.ts";
import type { EventData } from "../events/event-kinds.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockUser } from "../users/lock-user.ts";
import { User } from "../users/user.entity.ts";
import { AuthorizationCode } from "./authorization-code.entity.ts";
import { DeviceGrant } from "./device-grant.entity.ts";
import { OauthClient } from "./oauth-client.entity.ts";
import { Session } from "./session.entity.ts";
import { notifyCredentialsEnded } from "../credentials-channel.ts";

type EndContext = Pick<CommandContext, "em" | "clock">;
type RecordContext = CommandContext | SystemContext;

const reference = ({ id, email }: User) => ({ id, email });

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
  await notifyCredentialsEnded(ctx.em);
}

/** Ends all sessions of the caller except the current one. */
export async function endOtherSessions(ctx: CommandContext, current: string): Promise<void> {
  const user = await ctx.em.findOneOrFail(User, { id: ctx.actor.id });
  await endSessions(ctx, user.id, current);
  recordEvent(ctx, "user.sessions_ended", { subject: user, data: { user: reference(user) } });
}

/**
 * Withdraws a user's consent for an application: its sessions, and codes and device grants that it has not
 * exchanged.
 */
export async function endConsent(ctx: CommandContext, session: Session): Promise<void> {
  // First, as in every exchange of a code or grant: one in progress ends before its session is revoked.
  const user = await lockUser(ctx, session.user.id);
  const client = await ctx.em.findOneOrFail(OauthClient, { id: session.client!.id });
  const now = ctx.clock.now();
  const given = { user: user.id, client: client.id };
  await ctx.em.nativeUpdate(Session, { ...given, revokedAt: null }, { revokedAt: now });
  await ctx.em.nativeUpdate(AuthorizationCode, { ...given, usedAt: null }, { usedAt: now });
  await ctx.em.nativeUpdate(DeviceGrant, { ...given, status: "allowed" }, { status: "denied" });
  await notifyCredentialsEnded(ctx.em);
  const oauth_client = { id: client.id, name: client.name };
  recordEvent(ctx, "user.consent_withdrawn", {
    subject: user,
    data: { user: reference(user), oauth_client },
  });
}

type HowEnded = EventData<"user.session_ended">["how"];

/** Ends a session with its refresh token and all its access tokens. Idempotent: only the first end is recorded. */
export async function endSession(ctx: RecordContext, session: Session, how: HowEnded): Promise<void> {
  const { id, client } = session;
  if ((await ctx.em.nativeUpdate(Session, { id, revokedAt: null }, { revokedAt: ctx.clock.now() })) === 0)
    return;
  await notifyCredentialsEnded(ctx.em);
  const user = await ctx.em.findOneOrFail(User, { id: session.user.id });
  recordEvent(ctx, "user.session_ended", {
    subject: user,
    data: { user: reference(user), session: { id, client_id: client?.id ?? null }, how },
  });
}
