import { addMember, removeMember } from "../../domain/projects/project-team.commands.ts";
import { visibleProject, loadProject, withTeam } from "../../domain/projects/project.queries.ts";
import { reads, may } from "../access.ts";
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
  summary: "List the project's team, longest-standing members first",
  access: reads(visibleProject),
  params: IdParams,
  output: TeamView,
  act: (ctx, _input, project) => withTeam(ctx, project),
  present: ({ team }) => ({ team_members: [...team].map(presentTeamMember) }),
});

const add = defineRoute({
  method: "post",
  path: PATH,
  summary: "Add a user to the project's team, with the rights of their own role",
  access: may("project.update"),
  params: IdParams,
  body: TeamMemberBody,
  status: 201,
  answers: { 409: "The user is already in the team, the team is full, or the project is archived" },
  output: TeamMemberView,
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { body }, project) =>
    addMember(ctx, { projectId: project.id, userId: body.user_id, role: body.role }),
  present: presentTeamMember,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:userId`,
  summary: "Remove a user from the team; takes effect with their next request",
  access: may("project.update"),
  params: TeamMemberParams,
  message: "The user was removed from the team",
  load: (ctx: RouteContext, { params }) => loadProject(ctx, params.id),
  act: (ctx, { params }, project) => removeMember(ctx, { projectId: project.id, userId: params.userId }),
});

export const createProjectTeamRoutes = (): Route[] => [list, add, remove];
