import { sql } from "@mikro-orm/postgresql";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import { Control } from "../controls/control.entity.ts";
import type { QueryContext } from "../context.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { listPage, type ListInput, type Listing, type Page } from "../listing.ts";
import { Project } from "./project.entity.ts";

/** What access rules read of a project; loaded with it so that a decision never meets an unknown attribute. */
export const PROJECT_ACCESS_PATHS = ["customer", "auditor", "team.user"] as const;

const listing: Listing<Project> = {
  entity: Project,
  sortable: {
    created_at: "createdAt",
    updated_at: "updatedAt",
    name: "name",
    status: "status",
    framework: "framework",
    compliance_score: "complianceScore",
  },
  searchable: { name: "name", description: "description" },
  createdAt: "createdAt",
};

const visible: Visible<Project> = {
  entity: Project,
  action: "project.read",
  name: "Project",
  populate: PROJECT_ACCESS_PATHS,
};

export interface ProjectListInput extends ListInput {
  status?: string | undefined;
  framework?: string | undefined;
}

export function listProjects(ctx: QueryContext, input: ProjectListInput): Promise<Page<Project>> {
  const filters = [
    where(ctx.actor, "project.read"),
    ...(input.status === undefined ? [] : [{ status: input.status }]),
    ...(input.framework === undefined ? [] : [{ framework: input.framework }]),
  ];
  return listPage(ctx.em, listing, input, filters, ["team"]);
}

/** The project, if the caller sees it; otherwise NOT_FOUND. */
export const loadProject = (ctx: QueryContext, id: string): Promise<Project> => loadVisible(ctx, visible, id);

export interface ControlWithEvidence {
  control: Control;
  evidenceCount: number;
}

/** A project's controls in the framework's order, each with its number of current evidence files. */
export async function listProjectControls(
  ctx: QueryContext,
  project: Project,
): Promise<ControlWithEvidence[]> {
  const controls = await ctx.em.find(Control, { project: project.id }, { orderBy: { position: "asc" } });
  const current = { project: project.id, deletedAt: null, status: { $ne: "superseded" } } as const;
  const counts = await ctx.em
    .createQueryBuilder(Evidence, "e")
    .select(["e.control", sql`count(*)`.as("total")])
    .where(current)
    .groupBy("e.control")
    .execute<{ control: string; total: string }[]>();
  const totals = new Map(counts.map((row) => [row.control, Number(row.total)]));
  return controls.map((control) => ({ control, evidenceCount: totals.get(control.id) ?? 0 }));
}
