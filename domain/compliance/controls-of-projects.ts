import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { Control } from "../controls/control.entity.ts";
import type { Project } from "../projects/project.entity.ts";
import type { ControlGraph } from "./control-graph.ts";

/**
 * The controls of projects with their state, by project in the order of their framework. For one project, the
 * graph is read; for several, it is only checked for availability, because each would take a separate
 * request.
 */
export async function controlsOfProjects(
  ctx: QueryContext,
  graph: ControlGraph,
  projects: readonly Row<Project>[],
): Promise<Row<Control>[]> {
  const [first, ...others] = projects;
  if (first === undefined) return [];
  if (others.length === 0) return graph.controls(ctx, first);
  await graph.ensure(ctx, first);
  return readRows(ctx.em, Control, {
    where: { project: { $in: projects.map(({ id }) => id) } },
    orderBy: { project: "asc", position: "asc" },
  });
}
