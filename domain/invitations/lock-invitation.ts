import { LockMode } from "@mikro-orm/postgresql";
import type { CommandContext } from "../context.ts";
import { Invitation } from "./invitation.entity.ts";

/** Of two changes to one invitation at once the second waits, and then sees what the first did; null when it is gone. */
export const lockInvitation = ({ em }: Pick<CommandContext, "em">, id: string): Promise<Invitation | null> =>
  em.findOne(Invitation, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
