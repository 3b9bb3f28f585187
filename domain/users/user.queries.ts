import { notFound } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import type { QueryContext } from "../context.ts";
import { User } from "./user.entity.ts";

/** The user with this id; NOT_FOUND for one the caller may not know of. */
export async function loadUser(ctx: QueryContext, id: string): Promise<User> {
  const user = await ctx.em.findOne(User, { $and: [{ id }, where(ctx.actor, "user.read")] });
  if (user === null) throw notFound("User");
  return user;
}
