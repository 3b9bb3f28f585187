import {
  createMilestone,
  deleteMilestone,
  updateMilestone,
} from "../../domain/projects/milestone.commands.ts";
import {
  allMilestoneListing,
  listAllMilestones,
  listMilestones,
} from "../../domain/projects/milestone.queries.ts";
import { visibleProject, loadProject } from "../../domain/projects/project.queries.ts";
import { lists, reads, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  AllMilestones,
  AllMilestonesQuery,
  MilestoneBody,
  MilestoneList,
  MilestoneParams,
  MilestoneView,
  UpdateMilestoneBody,
  presentInProject,
  presentMilestone,
} from "./milestones.contract.ts";

const PATH = "/api/v1/projects/:id/milestones";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List a project's milestones, earliest date first",
  access: reads(visibleProject),
  params: IdParams,
  output: MilestoneList,
  act: (ctx, _input, project) => listMilestones(ctx, project),
  present: (milestones) => ({ milestones: milestones.map(presentMilestone) }),
});

const listAll = defineRoute({
  method: "get",
  path: "/api/v1/milestones",
  summary: "List the milestones of your projects, the earliest date first",
  access: lists("project.read"),
  query: AllMilestonesQuery,
  listing: allMilestoneListing,
  output: AllMilestones,
  act: (ctx, { query }) =>
    listAllMilestones(ctx, {
      ...listInput(query),
      status: query.status,
      dueBefore: query.due_before,
      projectId: query.project_id,
      projectStatus: query.project_status,
    }),
  present: ({ items, pagination }) => ({ milestones: items.map(presentInProject), pagination }),
});

const create = defineRoute({
  method: "post",
  path: PATH,
  summary: "Add a milestone; reminders are sent 7 days and 1 day before its date",
  access: may("project.update"),
  params: IdParams,
  body: MilestoneBody,
  status: 201,
  answers: { 409: "The project is archived or has reached the limit of milestones" },
  output: MilestoneView,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { body }, project) =>
    createMilestone(ctx, { projectId: project.id, name: body.name, dueDate: body.due_date }),
  present: presentMilestone,
});

const update = defineRoute({
  method: "put",
  path: `${PATH}/:milestoneId`,
  summary:
    "Update a milestone's name, date or status. A missed milestone given a future date is planned again",
  access: may("project.update"),
  params: MilestoneParams,
  body: UpdateMilestoneBody,
  answers: { 409: "The current status does not allow this, or the project is archived" },
  output: MilestoneView,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { params, body }, project) =>
    updateMilestone(ctx, {
      projectId: project.id,
      milestoneId: params.milestoneId,
      change: { name: body.name, dueDate: body.due_date, status: body.status },
    }),
  present: presentMilestone,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:milestoneId`,
  summary: "Remove a milestone",
  access: may("project.update"),
  params: MilestoneParams,
  message: "The milestone was removed",
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { params }, project) =>
    deleteMilestone(ctx, { projectId: project.id, milestoneId: params.milestoneId }),
});

export const createMilestoneRoutes = (): Route[] => [list, listAll, create, update, remove];
