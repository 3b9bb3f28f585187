import { LockMode } from "@mikro-orm/postgresql";
import type { CommandContext } from "../context.ts";
import { User } from "./user.entity.ts";

/** The second of two simultaneous changes of a user's sign-in waits and then sees the result of the first. */
export const lockUser = (ctx: Pick<CommandContext, "em">, id: string): Promise<User> =>
  ctx.em.findOneOrFail(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
