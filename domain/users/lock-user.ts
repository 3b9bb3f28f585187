import { LockMode } from "@mikro-orm/postgresql";
import type { CommandContext } from "../context.ts";
import { User } from "./user.entity.ts";

const lockAs = ({ em }: Pick<CommandContext, "em">, id: string, lockMode: LockMode): Promise<User> =>
  em.findOneOrFail(User, { id }, { lockMode, refresh: true });

/** The second of two simultaneous changes of a user's sign-in waits and then sees the result of the first. */
export const lockUser = (ctx: Pick<CommandContext, "em">, id: string): Promise<User> =>
  lockAs(ctx, id, LockMode.PESSIMISTIC_WRITE);

/**
 * Keeps the user as they are until the transaction ends, but not others from writing rows that name them, who may
 * hold a lock for which this transaction waits later.
 */
export const holdUser = (ctx: Pick<CommandContext, "em">, id: string): Promise<User> =>
  lockAs(ctx, id, LockMode.PESSIMISTIC_READ);
