import { invalid } from "../../platform/errors.ts";
import { decide } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { actorOf } from "../users/actor-of.ts";
import { User } from "../users/user.entity.ts";
import type { Project } from "./project.entity.ts";
import { projectAccess } from "./project.access.ts";

/**
 * The user something in the project is given to, null for nobody: one who takes part in it themselves, so that nothing
 * tells the name of somebody who has no business there. VALIDATION_ERROR otherwise, the same for those who do not exist.
 */
export async function requireParticipant(
  ctx: Pick<CommandContext, "em">,
  project: Project,
  { field, id }: { field: string; id: string | null },
): Promise<User | null> {
  if (id === null) return null;
  const user = await ctx.em.findOne(User, { id, active: true });
  if (user === null || !decide(actorOf(user), projectAccess["project.people"], project).allowed)
    throw invalid({ field, error: "no active user in this project has this id" });
  return user;
}
