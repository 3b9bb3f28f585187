import { loadVisible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { countRows } from "../../platform/prepared-find.ts";
import { Project } from "./project.entity.ts";
import { PROJECT_ACCESS_PATHS } from "./project.queries.ts";

/** A project that is being deleted, for those who might have deleted it; NOT_FOUND once it is gone. */
export const loadLeavingProject = (ctx: QueryContext, id: string): Promise<Project> =>
  loadVisible(
    ctx,
    {
      entity: Project,
      action: "project.follow_deletion",
      name: "Project that is being deleted",
      populate: PROJECT_ACCESS_PATHS,
    },
    id,
  );

/** How many pieces of evidence are still to be taken away. */
export const countEvidenceLeft = (ctx: QueryContext, { id }: { id: string }): Promise<number> =>
  countRows(ctx.em, Evidence, { project: id });
