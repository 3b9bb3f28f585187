import { findLocked } from "../../platform/database/lock-row.ts";
import { randomSecret } from "../random-secret.ts";
import { conflict, invalid } from "../../platform/errors.ts";
import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { normalizeEmail } from "../normalize-email.rules.ts";
import { lockUser } from "../users/lock-user.ts";
import { hashNewPassword, type Passwords } from "../users/new-password.ts";
import { PasswordReset } from "./password-reset.entity.ts";
import { MAILED_RESETS, RESET_MINUTES } from "./password-reset.rules.ts";
import { secretHash } from "../secret-hash.ts";
import { endSessions } from "./session-end.commands.ts";

/** A token that only this result contains, with its expiry. */
export interface IssuedReset {
  email: string;
  token: string;
  expiresAt: Date;
  /** The user's language. */
  language: string | undefined;
}

/** Records a request for a new password. The same work and rows, whether or not the address is known. */
export async function requestReset(ctx: SystemContext, email: string): Promise<void> {
  const createdAt = ctx.clock.now();
  const request = ctx.em.create(PasswordReset, { email: normalizeEmail(email), createdAt });
  const data = { request: { id: request.id } };
  recordEvent(ctx, "user.password_reset_requested", { subject: request, data });
}

/**
 * Creates the request's token, replacing an earlier one: if the step is repeated, only the last mail is
 * valid.
 */
function mint(
  ctx: CommandContext | SystemContext,
  request: PasswordReset,
  user: User,
  by: "mail" | "admin",
): IssuedReset {
  const token = randomSecret();
  const expiresAt = new Date(ctx.clock.now().getTime() + RESET_MINUTES * 60_000);
  if (!request.hash)
    recordEvent(ctx, "user.password_reset_issued", {
      subject: user,
      data: { user: { id: user.id, email: user.email }, by },
    });
  ctx.em.assign(request, { user, hash: secretHash(token), expiresAt });
  return { email: user.email, token, expiresAt, language: user.preferences.language };
}

/** Why no mail is sent. */
export type NoMailReason = "nobody" | "enough";

/**
 * The token to mail for a request. `nobody`: no active user with a password has the address, or the request
 * was already answered; accounts that sign in at an identity provider get no password this way. `enough`: the
 * user has three valid links.
 */
export async function issueMailedReset(
  ctx: SystemContext,
  requestId: string,
): Promise<IssuedReset | NoMailReason> {
  const received = await ctx.em.findOne(PasswordReset, { id: requestId });
  if (received === null) return "nobody";
  // The user first, as in every change of a sign-in: such a change ends the links that exist at its end.
  const account = { email: received.email, active: true, passwordHash: { $ne: null } };
  const user = await findLocked(ctx.em, User, account);
  const request = await findLocked(ctx.em, PasswordReset, { id: requestId });
  if (request === null) return "nobody";
  const valid = { hash: { $ne: null }, expiresAt: { $gt: ctx.clock.now() }, id: { $ne: requestId } };
  const others = { user: user?.id ?? null, ...valid };
  if (user === null || (await ctx.em.count(PasswordReset, others)) >= MAILED_RESETS) {
    ctx.em.remove(request);
    return user === null ? "nobody" : "enough";
  }
  return mint(ctx, request, user, "mail");
}

/** Deletes a request that cannot be answered. */
export const dropReset = async (ctx: SystemContext, requestId: string): Promise<void> =>
  void (await ctx.em.nativeDelete(PasswordReset, { id: requestId }));

/**
 * A token for an admin, or an operator, to pass on if no mail is sent. CONFLICT for a deactivated user, who
 * could not sign in.
 */
export async function issueReset(ctx: CommandContext | SystemContext, user: User): Promise<IssuedReset> {
  if (!user.active)
    throw conflict("This user is deactivated: activate them first", { reason: "user_inactive" });
  const request = ctx.em.create(PasswordReset, { email: user.email, createdAt: ctx.clock.now() });
  return mint(ctx, request, user, "admin");
}

const wrongToken = () =>
  invalid({ field: "token", error: "is not valid, was used or has expired", reason: "token_spent" });

const livingWith = (ctx: SystemContext, token: string) => ({
  hash: secretHash(token),
  expiresAt: { $gt: ctx.clock.now() },
  user: { active: true },
});

/** Whether a token can still set a password. */
export const isResetValid = async (ctx: SystemContext, token: string): Promise<boolean> =>
  (await ctx.em.count(PasswordReset, livingWith(ctx, token))) > 0;

/**
 * Sets a new password with a token, and ends every session and other reset token of the user. Opens no
 * session: the next sign-in asks for the second factor. VALIDATION_ERROR for an invalid token, or for a
 * refused password, which leaves the token valid.
 */
export async function resetPassword(
  ctx: SystemContext & { passwords: Passwords },
  { token, newPassword }: { token: string; newPassword: string },
): Promise<void> {
  const living = livingWith(ctx, token);
  const found = await ctx.em.findOne(PasswordReset, living);
  if (!found?.user) throw wrongToken();
  // The second of two simultaneous tokens waits here and is then used up.
  const user = await lockUser(ctx, found.user.id);
  if ((await ctx.em.count(PasswordReset, living)) === 0) throw wrongToken();
  const owner = { email: user.email, name: user.name };
  const field = "new_password";
  user.passwordHash = await hashNewPassword(ctx.passwords, { password: newPassword, owner, field });
  await endSessions(ctx, user.id, null);
  recordEvent(ctx, "user.password_changed", {
    subject: user,
    data: { user: { id: user.id, email: user.email }, how: "reset" },
  });
  await ctx.em.nativeDelete(PasswordReset, { user: user.id });
}

/** A link mailed to the old address must not open the account. */
export const removeResetsOf = ({ em }: CommandContext, userId: string): Promise<number> =>
  em.nativeDelete(PasswordReset, { user: userId });

/**
 * Ends the sessions of a user with their tokens, and password reset links. Also on reactivation: sessions
 * opened during the deactivation must not become valid.
 */
export async function endAccessOf(ctx: CommandContext, userId: string): Promise<void> {
  await endSessions(ctx, userId, null);
  await removeResetsOf(ctx, userId);
}
