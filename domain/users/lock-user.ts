import { LockMode } from "@mikro-orm/postgresql";
import type { CommandContext } from "../context.ts";
import { User } from "./user.entity.ts";

/** Of two simultaneous changes of a user's sign-in, the second waits and then sees what the first did. */
export const lockUser = (ctx: Pick<CommandContext, "em">, id: string): Promise<User> =>
  ctx.em.findOneOrFail(User, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
