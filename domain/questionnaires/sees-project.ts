import { where } from "../access/decide.ts";
import type { QueryContext } from "../context.ts";
import { actorOf } from "../users/actor-of.ts";
import { User } from "../users/user.entity.ts";
import { Project } from "../projects/project.entity.ts";
import { projectAccess } from "../projects/project.access.ts";

/** Whether an active user can see the current project with their full rights. */
export async function seesProject(
  { em }: Pick<QueryContext, "em">,
  { userId, projectId }: { userId: string; projectId: string },
): Promise<boolean> {
  const user = await em.findOne(User, { id: userId, active: true });
  if (user === null) return false;
  return (
    (await em.count(Project, {
      $and: [{ id: projectId }, where(actorOf(user), projectAccess["project.read"])],
    })) > 0
  );
}
