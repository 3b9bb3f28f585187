import { invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { User } from "../users/user.entity.ts";
import type { Role } from "../users/user.rules.ts";

export interface PersonToCheck {
  /** Its API name. */
  field: string;
  id: string;
  /** The required role; null for any. */
  role: Role | null;
}

/** Checks that every named user exists, is active, and has the required role. */
export async function checkPeople(
  ctx: Pick<CommandContext, "em">,
  people: readonly PersonToCheck[],
): Promise<void> {
  if (people.length === 0) return;
  const users = await ctx.em.find(User, { id: { $in: people.map(({ id }) => id) }, active: true });
  const roles = new Map(users.map((user) => [user.id, user.role]));
  for (const { field, id, role } of people) {
    const actual = roles.get(id);
    if (actual === undefined)
      throw invalid({ field, error: "no active user has this id", reason: "no_active_user" });
    if (role !== null && actual !== role)
      throw invalid({ field, error: `this user does not have the role ${role}`, reason: "wrong_role" });
  }
}
