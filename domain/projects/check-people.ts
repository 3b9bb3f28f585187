import { invalid } from "../../platform/errors.ts";
import type { CommandContext } from "../context.ts";
import { User } from "../users/user.entity.ts";
import type { Role } from "../users/user.rules.ts";

export interface Place {
  /** As the API names it. */
  field: string;
  id: string;
  /** The role the place asks for; null for any. */
  role: Role | null;
}

/** Every named person exists, is active, and has the role the place asks for. */
export async function checkPeople(ctx: Pick<CommandContext, "em">, places: readonly Place[]): Promise<void> {
  if (places.length === 0) return;
  const users = await ctx.em.find(User, { id: { $in: places.map(({ id }) => id) }, active: true });
  const roles = new Map(users.map((user) => [user.id, user.role]));
  for (const { field, id, role } of places) {
    const actual = roles.get(id);
    if (actual === undefined) throw invalid({ field, error: "no active user has this id" });
    if (role !== null && actual !== role)
      throw invalid({ field, error: `this user does not have the role ${role}` });
  }
}
