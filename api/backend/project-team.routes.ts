import { addMember, removeMember } from "../../domain/projects/team.commands.ts";
import { loadProject, readProject, withTeam } from "../../domain/projects/project.queries.ts";
import { may } from "../access.ts";
import { IdParams } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  TeamMemberBody,
  TeamMemberParams,
  TeamMemberView,
  TeamView,
  presentTeamMember,
} from "./project-team.contract.ts";

const PATH = "/api/v1/projects/:id/team";

const list = defineRoute({
  method: "get",
  path: PATH,
  service: "backend",
  summary: "Whom the project is shared with, the longest first",
  access: may("project.read"),
  params: IdParams,
  output: TeamView,
  load: (ctx: RouteContext, { params }) => readProject(ctx, params.id),
  act: (ctx, _input, project) => withTeam(ctx, project),
  present: ({ team }) => ({ team_members: [...team].map(presentTeamMember) }),
});

const add = defineRoute({
  method: "post",
  path: PATH,
  service: "backend",
  summary: "Share the project with a user, who then has the rights of their own role in it",
  access: may("project.update"),
  params: IdParams,
  body: TeamMemberBody,
  status: 201,
  answers: { 409: "The user is in the team already, the team is full, or the project is archived" },
  output: TeamMemberView,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { body }, project) =>
    addMember(ctx, { projectId: project.id, userId: body.user_id, role: body.role }),
  present: presentTeamMember,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:userId`,
  service: "backend",
  summary: "Take a user out of the team: effective at their next request",
  access: may("project.update"),
  params: TeamMemberParams,
  message: "The user was taken out of the team",
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { params }, project) => removeMember(ctx, { projectId: project.id, userId: params.userId }),
});

export const createProjectTeamRoutes = (): Route[] => [list, add, remove];
