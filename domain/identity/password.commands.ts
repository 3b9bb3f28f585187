import { LockMode } from "@mikro-orm/postgresql";
import { invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { User } from "../users/user.entity.ts";
import { passwordProblem, type PasswordOwner } from "./password.rules.ts";
import { endSessions, type PasswordVerifier } from "./session.commands.ts";
import type { Session } from "./session.entity.ts";

/** Checks and hashes passwords, slowly on purpose. */
export interface Passwords extends PasswordVerifier {
  hash(password: string): Promise<string>;
  /** Case-folded passwords that attackers try first. */
  common(): Promise<ReadonlySet<string>>;
}

export interface NewPassword {
  password: string;
  owner: PasswordOwner;
  /** How the caller named it, for the error. */
  field: string;
}

/** The hash of a password that follows the rules; VALIDATION_ERROR that says which one it breaks. */
export async function hashNewPassword(
  passwords: Passwords,
  { password, owner, field }: NewPassword,
): Promise<string> {
  const problem = passwordProblem(password, owner, await passwords.common());
  if (problem !== null) throw invalid({ field, error: problem });
  return passwords.hash(password);
}

/** VALIDATION_ERROR unless it is the user's password. Not UNAUTHORIZED: the caller's token is fine. */
export async function confirmPassword(
  passwords: PasswordVerifier,
  user: User,
  { password, field }: { password: string; field: string },
): Promise<void> {
  if (!(await passwords.verify(user.passwordHash ?? null, password)))
    throw invalid({ field, error: "is not your password" });
}

/** Of two changes to one sign-in at once the second waits, and then sees what the first did. */
export const lockUser = (ctx: Pick<CommandContext, "em">, id: string): Promise<User> =>
  ctx.em.findOneOrFail(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });

/** Changes the password of the session's user and ends every other session. VALIDATION_ERROR when either password is refused. */
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
    subjectId: user.id,
    projectId: null,
    data: { user: { id: user.id, email: user.email }, how: "changed" },
  });
  await ctx.em.flush();
}
