import { invalid } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { projectAccess } from "./project.access.ts";
import { Project } from "./project.entity.ts";

/** A key cannot be tied to projects its maker does not see: that would tell which exist. */
export async function requireVisibleProjects(
  { em, actor }: CommandContext,
  projectIds: readonly string[],
): Promise<void> {
  const wanted = new Set(projectIds);
  const filter = { $and: [{ id: { $in: [...wanted] } }, where(actor, projectAccess["project.read"])] };
  if ((await em.count(Project, filter)) < wanted.size)
    throw invalid({ field: "restrictions.resources.project_ids", error: "names a project you do not see" });
}
