import type { CommandContext } from "../context.ts";
import { PasswordReset } from "./password-reset.entity.ts";
import { endSessions } from "./session.commands.ts";

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
