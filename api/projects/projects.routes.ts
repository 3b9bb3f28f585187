import { withdrawScope } from "../../domain/controls/withdraw-proposal.commands.ts";
import { bytesOfProject, type FileStorage } from "../../domain/evidence/storage.ts";
import { standingsOf } from "../../domain/compliance/portfolio.queries.ts";
import { changeProject } from "../../domain/controls/change-project.ts";
import { decideScope } from "../../domain/controls/scope.commands.ts";
import { createProject } from "../../domain/projects/project.commands.ts";
import {
  visibleProject,
  listProjects,
  loadProject,
  withTeam,
  projectListing,
} from "../../domain/projects/project.queries.ts";
import { listMilestones } from "../../domain/projects/milestone.queries.ts";
import { listProjectControls } from "../../domain/controls/list-project-controls.ts";
import type { Project } from "../../domain/projects/project.entity.ts";
import { PROJECT_VIEWS, type ProjectViewName } from "../../domain/projects/project.rules.ts";
import type { Row } from "../../platform/database/read-rows.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  DECIDING_CONFLICT,
  WITHDRAWING_CONFLICT,
  DecideChangeBody,
  DeclineChangeBody,
  type DecidingRoute,
} from "../controls/controls.contract.ts";
import {
  CreateProjectBody,
  CreatedProject,
  ProjectDetail,
  ProjectList,
  ProjectQuery,
  ProjectView,
  UpdateProjectBody,
  presentCreated,
  presentListed,
  presentProject,
  presentProjectDetail,
} from "./projects.contract.ts";
import { onlyFor } from "../../domain/access/access-rule.ts";

const list = defineRoute({
  method: "get",
  path: "/api/v1/projects",
  summary: "List projects, newest first",
  access: lists("project.read"),
  query: ProjectQuery,
  listing: projectListing,
  output: ProjectList,
  act: async (ctx, { query }) => {
    const { status, framework, auditor_id: auditorId, customer_id: customerId } = query;
    const input = { ...listInput(query), status, framework, auditorId, customerId };
    const { items, pagination } = await listProjects(ctx, input);
    return { items, pagination, standingOf: await standingsOf(ctx, items) };
  },
  present: ({ items, pagination, standingOf }) => ({
    projects: items.map((project) => presentListed(project, standingOf(project))),
    pagination,
  }),
});

const create = defineRoute({
  method: "post",
  path: "/api/v1/projects",
  summary: "Create a project with every control of its framework",
  access: may("project.create"),
  body: CreateProjectBody,
  status: 201,
  output: CreatedProject,
  act: async (ctx, { body }) => {
    const project = await createProject(ctx, {
      name: body.name,
      description: body.description,
      framework: body.framework,
      categories: body.categories,
      customerId: body.customer_id,
      auditorId: body.auditor_id,
      periodStart: body.period_start,
      periodEnd: body.period_end,
      teamMembers: body.team_members?.map(({ user_id: userId, role }) => ({ userId, role })),
      milestones: body.milestones?.map(({ name, due_date: dueDate }) => ({ name, dueDate })),
    });
    return presentCreated(project, await listMilestones(ctx, project));
  },
});

type ProjectRouteDeps = Pick<FileStorage, "projectBytes">;

async function presentWhole(ctx: RouteContext, { projectBytes }: ProjectRouteDeps, project: Row<Project>) {
  const [presented, controls, milestones, used] = await Promise.all([
    withTeam(ctx, project),
    listProjectControls(ctx, project),
    listMilestones(ctx, project),
    bytesOfProject(ctx, project.id),
  ]);
  return presentProjectDetail(presented, controls, milestones, { used, limit: projectBytes });
}

const read = (deps: ProjectRouteDeps): Route =>
  defineRoute({
    method: "get",
    path: "/api/v1/projects/:id",
    summary: "Get a project with its controls and milestones",
    access: reads(visibleProject),
    params: IdParams,
    output: ProjectDetail,
    act: (ctx, _input, project) => presentWhole(ctx, deps, project),
  });

const update = (deps: ProjectRouteDeps): Route =>
  defineRoute({
    method: "put",
    path: "/api/v1/projects/:id",
    summary:
      "Update a project; omitted fields stay unchanged. Only managers and admins change who it belongs to, only admins the demo flag",
    access: may("project.update"),
    params: IdParams,
    body: UpdateProjectBody,
    answers: { 409: "The project is archived, or this status cannot follow the current one" },
    output: ProjectDetail,
    load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
    act: async (ctx, { body: { status, categories, reason, ...change } }, project) => {
      const changed = await changeProject(ctx, { project, change, status, categories, reason });
      return presentWhole(ctx, deps, changed);
    },
  });

const decideOnScope = (deps: ProjectRouteDeps, { decision, summary, body }: DecidingRoute): Route =>
  defineRoute({
    method: "post",
    path: `/api/v1/projects/:id/categories/${decision}`,
    summary,
    access: may("project.confirm_scope"),
    params: IdParams,
    body,
    output: ProjectDetail,
    answers: { 409: DECIDING_CONFLICT },
    load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
    act: async (ctx, { body: { note } }, project) =>
      presentWhole(ctx, deps, await decideScope(ctx, { project, decision, note })),
  });

const withdrawOwnScope = (deps: ProjectRouteDeps): Route =>
  defineRoute({
    method: "post",
    path: "/api/v1/projects/:id/categories/withdraw",
    summary: "Withdraw the scope you proposed",
    access: may("project.update"),
    params: IdParams,
    output: ProjectDetail,
    answers: { 409: WITHDRAWING_CONFLICT },
    load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
    act: async (ctx, _input, project) => presentWhole(ctx, deps, await withdrawScope(ctx, project)),
  });

/**
 * Before every search, the search service calls this with the caller's credentials: 200 means that the
 * caller may search the project. It therefore returns only the project, in one query.
 */
const readAs = (view: ProjectViewName): Route =>
  defineRoute({
    method: "get",
    path: `/api/${view}/projects/:id`,
    summary: `Get a project, for these roles: ${PROJECT_VIEWS[view].join(", ")}`,
    access: reads({ ...visibleProject, rule: onlyFor(PROJECT_VIEWS[view], visibleProject.rule) }),
    params: IdParams,
    output: ProjectView,
    act: (ctx, _input, project) => withTeam(ctx, project),
    present: presentProject,
  });

export const createProjectRoutes = (deps: ProjectRouteDeps): Route[] => [
  list,
  create,
  read(deps),
  update(deps),
  decideOnScope(deps, {
    decision: "confirm",
    summary: "Confirm the scope the audited party proposed",
    body: DecideChangeBody,
  }),
  decideOnScope(deps, {
    decision: "decline",
    summary: "Decline the scope the audited party proposed, with a reason",
    body: DeclineChangeBody,
  }),
  withdrawOwnScope(deps),
  readAs("customer"),
  readAs("auditor"),
];
