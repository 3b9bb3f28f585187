import { invalid } from "../../platform/errors.ts";
import { decide } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { actorOf } from "../users/actor-of.ts";
import { User } from "../users/user.entity.ts";
import type { Project } from "./project.entity.ts";
import { projectAccess } from "./project.access.ts";

interface Assignment {
  /** Its API name. */
  field: string;
  id: string | null;
}

/**
 * The user for an assignment in the project, null for none: must participate in it, so that no one learns the
 * name of an outsider. Otherwise VALIDATION_ERROR, also for unknown users.
 */
export async function loadParticipant(
  ctx: Pick<CommandContext, "em">,
  project: Project,
  { field, id }: Assignment,
): Promise<User | null> {
  if (id === null) return null;
  const user = await ctx.em.findOne(User, { id, active: true });
  if (user === null || !decide(actorOf(user), projectAccess["project.people"], project).allowed)
    throw invalid({ field, error: "no active user in this project has this id", reason: "not_in_project" });
  return user;
}

export type LoadParticipant = (assignment: Assignment) => Promise<User | null>;

/** The same for several changes of one project: looks each user up once. */
export function participantsOf(ctx: Pick<CommandContext, "em">, project: Project): LoadParticipant {
  const known = new Map<string | null, Promise<User | null>>();
  return (assignment) => {
    const found = known.get(assignment.id) ?? loadParticipant(ctx, project, assignment);
    known.set(assignment.id, found);
    return found;
  };
}
