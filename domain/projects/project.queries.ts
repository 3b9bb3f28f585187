import { where } from "../access/decide.ts";
import { loadVisible, readVisible, type Visible } from "../access/load-visible.ts";
import { readRows, type Row } from "../../platform/database/read-rows.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { Project, TeamMember } from "./project.entity.ts";
import { projectAccess } from "./project.access.ts";
import { only } from "../only.rules.ts";

/**
 * The relations that access rules read; loaded with the project so that a decision never meets an unknown
 * attribute.
 */
export const PROJECT_ACCESS_PATHS = ["customer", "auditor", "team.user"] as const;

/** The same for a row of a project. */
export const ITS_PROJECT_PATHS: readonly string[] = [
  "project",
  ...PROJECT_ACCESS_PATHS.map((path) => `project.${path}`),
];

export const projectListing: Listing<Project> = {
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

export const visibleProject: Visible<Project> = {
  entity: Project,
  rule: projectAccess["project.read"],
  name: "Project",
  populate: PROJECT_ACCESS_PATHS,
};

export interface ProjectListInput extends ListInput {
  status?: OneOrMore<string>;
  framework?: OneOrMore<string>;
  auditorId?: string | undefined;
  customerId?: string | undefined;
}

/** A project for responses, with its people. */
export type ProjectRow = Row<Project> & { readonly team: Iterable<Row<TeamMember>> };

async function withTeams(ctx: QueryContext, projects: readonly Row<Project>[]): Promise<ProjectRow[]> {
  const members = await readRows(ctx.em, TeamMember, {
    where: { project: { $in: projects.map(({ id }) => id) } },
    orderBy: { joinedAt: "asc", user: "asc" },
  });
  const teams = Map.groupBy(members, ({ project }) => project.id);
  return projects.map((project) => ({ ...project, team: teams.get(project.id) ?? [] }));
}

export async function listProjects(ctx: QueryContext, input: ProjectListInput): Promise<Page<ProjectRow>> {
  const { status, framework, auditorId: auditor, customerId: customer } = input;
  const filters = [
    where(ctx.actor, projectAccess["project.read"]),
    ...matching({ status, framework, auditor, customer }),
  ];
  const { items, pagination } = await listPage(ctx.em, projectListing, input, filters);
  return { items: await withTeams(ctx, items), pagination };
}

/** Every project that the caller can see, oldest first. */
export const readVisibleProjects = (ctx: QueryContext): Promise<Row<Project>[]> =>
  readRows(ctx.em, Project, {
    where: where(ctx.actor, projectAccess["project.read"]),
    orderBy: { createdAt: "asc", id: "asc" },
  });

/** The project, if the caller can see it; otherwise NOT_FOUND. */
export const loadProject = (ctx: QueryContext, id: string): Promise<Project> =>
  loadVisible(ctx, visibleProject, id);

/** The same, read-only. */
export const readProject = (ctx: QueryContext, id: string): Promise<Row<Project>> =>
  readVisible(ctx, visibleProject, id);

export const withTeam = async (ctx: QueryContext, project: Row<Project>): Promise<ProjectRow> =>
  only(await withTeams(ctx, [project]));

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
