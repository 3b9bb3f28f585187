import { findRows, type Row } from "../../platform/prepared-find.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { PROJECT_ACCESS_PATHS } from "../projects/project.queries.ts";
import { Control } from "./control.entity.ts";
import { controlNamed } from "./control.rules.ts";

export const controlListing: Listing<Control> = {
  entity: Control,
  sortable: {
    position: "position",
    number: "number",
    title: "title",
    status: "status",
    progress: "progress",
  },
  searchable: { number: "number", title: "title", category: "category" },
  defaultOrder: "asc",
};

export interface ControlListInput extends ListInput {
  projectId: string;
  status?: string | undefined;
  category?: string | undefined;
  notApplicable?: boolean | undefined;
}

/** A project's controls, in the framework's order unless said otherwise. */
export const listControls = (
  ctx: QueryContext,
  { projectId, status, category, notApplicable, ...input }: ControlListInput,
): Promise<Page<Row<Control>>> =>
  listPage(ctx.em, controlListing, input, [
    { project: projectId },
    ...(status === undefined ? [] : [{ status }]),
    ...(category === undefined ? [] : [{ category }]),
    ...(notApplicable === undefined ? [] : [{ notApplicable }]),
  ]);

/** All controls of a project: what its figures are made of. */
export const allControls = (ctx: Pick<QueryContext, "em">, projectId: string): Promise<Row<Control>[]> =>
  findRows(ctx.em, Control, { where: { project: projectId }, orderBy: { position: "asc" } });

/** A project's control, however it is named, if the caller sees the project; otherwise NOT_FOUND. */
export function loadControl(ctx: QueryContext, projectId: string, name: string): Promise<Control> {
  const visible: Visible<Control> = {
    entity: Control,
    action: "control.read",
    name: "Control",
    populate: ["project", ...PROJECT_ACCESS_PATHS.map((path) => `project.${path}`)],
    filter: { project: { id: projectId } },
  };
  return loadVisible(ctx, visible, { said: name, is: controlNamed(name) });
}
