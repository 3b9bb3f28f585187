import { loadVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { Project } from "./project.entity.ts";
import { PROJECT_ACCESS_PATHS } from "./project.queries.ts";
import { projectAccess } from "./project.access.ts";

/** A project that is being deleted, for those who could have deleted it; NOT_FOUND once it is gone. */
export const loadLeavingProject = (ctx: QueryContext, id: string): Promise<Project> =>
  loadVisible(
    ctx,
    {
      entity: Project,
      rule: projectAccess["project.follow_deletion"],
      name: "Project being deleted",
      populate: PROJECT_ACCESS_PATHS,
    },
    id,
  );
