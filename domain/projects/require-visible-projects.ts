import { invalid } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import type { CommandContext } from "../context.ts";
import { projectAccess } from "./project.access.ts";
import { Project } from "./project.entity.ts";

/** Callers may only name projects that they see; otherwise the answer would show which exist. */
export async function requireVisibleProjects(
  { em, actor }: CommandContext,
  projectIds: readonly string[],
  field = "restrictions.resources.project_ids",
): Promise<void> {
  if (projectIds.length === 0) return;
  const wanted = new Set(projectIds);
  const filter = { $and: [{ id: { $in: [...wanted] } }, where(actor, projectAccess["project.read"])] };
  if ((await em.count(Project, filter)) < wanted.size)
    throw invalid({ field, error: "names a project you cannot see" });
}
