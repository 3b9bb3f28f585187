import { invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { User } from "../users/user.entity.ts";
import { lockUser } from "../users/lock-user.ts";
import { hashNewPassword, type PasswordVerifier, type Passwords } from "../users/new-password.ts";
import { endSessions } from "./session-end.commands.ts";
import type { Session } from "./session.entity.ts";

/**
 * VALIDATION_ERROR unless it is the user's password. Not UNAUTHORIZED, because the caller's token is valid.
 */
export async function confirmPassword(
  passwords: PasswordVerifier,
  user: User,
  { password, field }: { password: string; field: string },
): Promise<void> {
  if (!(await passwords.verify(user.passwordHash ?? null, password, user.id)))
    throw invalid({ field, error: "is not your password", reason: "not_your_password" });
}

/**
 * Changes the password of the session's user and ends every other session. VALIDATION_ERROR if either
 * password is refused.
 */
export async function changePassword(
  ctx: CommandContext & { passwords: Passwords },
  input: { session: Session; currentPassword: string; newPassword: string },
): Promise<void> {
  const { session, currentPassword, newPassword } = input;
  const user = await lockUser(ctx, session.user.id);
  await confirmPassword(ctx.passwords, user, { password: currentPassword, field: "current_password" });
  const field = "new_password";
  user.passwordHash = await hashNewPassword(ctx.passwords, { password: newPassword, owner: user, field });
  await endSessions(ctx, user.id, session.id);
  recordEvent(ctx, "user.password_changed", {
    subject: user,
    data: { user: { id: user.id, email: user.email }, how: "changed" },
  });
}
