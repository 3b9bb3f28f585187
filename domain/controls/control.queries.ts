import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { invalid } from "../../platform/errors.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { Project } from "../projects/project.entity.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import type { ProjectStatus } from "../projects/project.rules.ts";
import { whereInProjects } from "../projects/where-in-projects.ts";
import { Control } from "./control.entity.ts";
import { byName, controlNamed } from "./control.rules.ts";
import { controlAccess } from "./control.access.ts";

export const controlListing: Listing<Control> = {
  entity: Control,
  sortable: {
    position: "position",
    number: "number",
    title: "title",
    status: "status",
    progress: "progress",
    due_date: "dueDate",
  },
  searchable: { number: "number", title: "title", category: "category" },
  defaultOrder: "asc",
};

/** The controls of several projects, by due date. */
export const allControlListing: Listing<Control> = {
  ...controlListing,
  sortable: {
    due_date: "dueDate",
    number: "number",
    title: "title",
    status: "status",
    progress: "progress",
  },
};

export interface ControlFilter {
  status?: OneOrMore<string>;
  category?: OneOrMore<string>;
  notApplicable?: boolean | undefined;
  ownerId?: string | undefined;
  /** Incomplete on their due date; false: all others. */
  overdue?: boolean | undefined;
  /** Incomplete ones due before this time. */
  dueBefore?: Date | undefined;
}

/** As in `waitsUntil`. */
const waitsAt = (time: Date): object => ({
  dueDate: { $lt: time },
  status: { $ne: "complete" },
  notApplicable: false,
});

const waitsNotAt = (time: Date): object => ({
  $or: [{ dueDate: null }, { dueDate: { $gte: time } }, { status: "complete" }, { notApplicable: true }],
});

const filtersFor = (
  { clock }: Pick<QueryContext, "clock">,
  { status, category, notApplicable, ownerId, overdue, dueBefore }: ControlFilter,
): object[] => [
  ...matching({ status, category, notApplicable, owner: ownerId }),
  ...(overdue === undefined ? [] : [overdue ? waitsAt(clock.now()) : waitsNotAt(clock.now())]),
  ...(dueBefore === undefined ? [] : [waitsAt(dueBefore)]),
];

/** A project's controls, in the framework's order by default. */
export const listControls = (
  ctx: QueryContext,
  { projectId, ...input }: ListInput & ControlFilter & { projectId: string },
): Promise<Page<Row<Control>>> =>
  listPage(ctx.em, controlListing, input, [...matching({ project: projectId }), ...filtersFor(ctx, input)]);

/** A control, the name of its project, and that one's framework. */
export interface ControlInProject {
  control: Row<Control>;
  projectName: string;
  framework: string;
}

interface AllControlsInput extends ListInput, ControlFilter {
  projectId?: string | undefined;
  projectStatus?: OneOrMore<ProjectStatus>;
}

/** The controls of every project that the caller sees, the earliest due first by default. */
export async function listAllControls(
  ctx: QueryContext,
  { projectId, projectStatus, ...input }: AllControlsInput,
): Promise<Page<ControlInProject>> {
  const { items, pagination } = await listPage(ctx.em, allControlListing, input, [
    await whereInProjects(ctx, controlAccess["control.read"]),
    ...matching({ project: projectId }),
    ...matching({ status: projectStatus }).map((project) => ({ project })),
    ...filtersFor(ctx, input),
  ]);
  const ids = [...new Set(items.map(({ project }) => project.id))];
  const projects = await readRows(ctx.em, Project, { where: { id: { $in: ids } } });
  const known = new Map(projects.map((project) => [project.id, project]));
  return {
    items: items.map((control) => {
      const { name = "", framework = "" } = known.get(control.project.id) ?? {};
      return { control, projectName: name, framework };
    }),
    pagination,
  };
}

/** All controls of a project, for its figures. */
export const allControls = (ctx: Pick<QueryContext, "em">, projectId: string): Promise<Row<Control>[]> =>
  readRows(ctx.em, Control, { where: { project: projectId }, orderBy: { position: "asc" } });

/**
 * The named controls of a project, each by its id, its number or its framework's id; VALIDATION_ERROR if one
 * is missing or repeated.
 */
export async function loadControls(
  { em }: QueryContext,
  { id: project, framework }: Pick<Project, "id" | "framework">,
  named: readonly string[],
): Promise<Control[]> {
  const populate = ITS_PROJECT_PATHS as never[];
  const all = await em.find(Control, { project }, { populate });
  const known = byName(all, framework);
  const taken = new Set<Control>();
  return named.map((name, i) => {
    const control = known.get(name);
    const field = `controls.${i}.control_id`;
    if (control === undefined) throw invalid({ field, error: `the project has no control "${name}"` });
    if (taken.has(control)) throw invalid({ field, error: `control ${control.number} is named twice` });
    taken.add(control);
    return control;
  });
}

/** A project's control by any of its names, if the caller can see the project; otherwise NOT_FOUND. */
export function loadControl(ctx: QueryContext, projectId: string, name: string): Promise<Control> {
  const visible: Visible<Control> = {
    entity: Control,
    rule: controlAccess["control.read"],
    name: "Control",
    populate: ITS_PROJECT_PATHS,
    filter: { project: { id: projectId } },
  };
  return loadVisible(ctx, visible, { given: name, is: controlNamed(name) });
}

/** A project's control by any of its names; null if there is none. */
export function findControl(
  { em }: Pick<QueryContext, "em">,
  projectId: string,
  name: string,
): Promise<Control | null> {
  return em.findOne(Control, { $and: [{ project: projectId }, controlNamed(name)] });
}

/** The named control of the project, or a VALIDATION_ERROR. */
export async function loadProjectControl(
  ctx: Pick<QueryContext, "em">,
  { id }: Pick<Project, "id">,
  name: string,
  field = "control_id",
): Promise<Control> {
  const control = await findControl(ctx, id, name);
  if (control === null) throw invalid({ field, error: `the project has no control "${name}"` });
  return control;
}
