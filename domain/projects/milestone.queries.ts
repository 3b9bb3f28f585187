import { where } from "../access/decide.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type OneOrMore, type Page } from "../listing.ts";
import { projectAccess } from "./project.access.ts";
import { Milestone, Project } from "./project.entity.ts";

/** A project's milestones, the next one first. */
export const listMilestones = (ctx: QueryContext, project: { id: string }): Promise<Row<Milestone>[]> =>
  readRows(ctx.em, Milestone, { where: { project: project.id }, orderBy: { dueDate: "asc", id: "asc" } });

export const allMilestoneListing: Listing<Milestone> = {
  entity: Milestone,
  sortable: { due_date: "dueDate", name: "name", status: "status" },
  searchable: { name: "name" },
  defaultOrder: "asc",
};

/** A milestone and the name of its project. */
export interface MilestoneInProject {
  milestone: Row<Milestone>;
  projectName: string;
}

interface AllMilestonesInput extends ListInput {
  status?: OneOrMore<string>;
  /** Only those that are due before this time and not achieved. */
  dueBefore?: Date | undefined;
  projectId?: string | undefined;
  projectStatus?: OneOrMore<string>;
}

/** The milestones of every project that the caller sees, the earliest due first by default. */
export async function listAllMilestones(
  ctx: QueryContext,
  { status, dueBefore, projectId, projectStatus, ...input }: AllMilestonesInput,
): Promise<Page<MilestoneInProject>> {
  const filters = [
    where(ctx.actor, projectAccess["project.read"]),
    ...matching({ id: projectId, status: projectStatus }),
  ];
  const projects = await readRows(ctx.em, Project, { where: { $and: filters } });
  const names = new Map(projects.map(({ id, name }) => [id, name]));
  const { items, pagination } = await listPage(ctx.em, allMilestoneListing, input, [
    { project: { $in: [...names.keys()] } },
    ...matching({ status }),
    ...(dueBefore === undefined ? [] : [{ dueDate: { $lt: dueBefore }, status: { $ne: "achieved" } }]),
  ]);
  return {
    items: items.map((milestone) => ({ milestone, projectName: names.get(milestone.project.id) ?? "" })),
    pagination,
  };
}
