import { revokeKeysOf } from "../api-keys/api-key.commands.ts";
import type { CommandContext } from "../context.ts";
import { PasswordReset } from "../identity/password-reset.entity.ts";
import { endSessions } from "../identity/session.commands.ts";
import type { User } from "./user.entity.ts";

/**
 * Ends at once whatever a user could act with: sessions and their tokens, API keys, links to a new password. Also when
 * they come back: what was opened while they were being deactivated must not wake up.
 */
export async function endUserAccess(ctx: CommandContext, { id }: User): Promise<void> {
  await endSessions(ctx, id, null);
  await ctx.em.nativeDelete(PasswordReset, { user: id });
  await revokeKeysOf(ctx, id);
}
