import { heartbeat, registerAgent, removeAgent } from "../../domain/agents/agent.commands.ts";
import { visibleAgent, loadAgent, agentListing } from "../../domain/agents/agent.queries.ts";
import { listReportingAgents, presentReportingAgent } from "../../domain/findings/reported-by-agents.ts";
import { loadProject } from "../../domain/projects/project.queries.ts";
import { reads, lists, may } from "../access.ts";
import { IdParams, listInput } from "../common.contract.ts";
import { defineRoute, type Route, type RouteContext } from "../route.ts";
import {
  AgentList,
  AgentQuery,
  AgentView,
  HeartbeatBody,
  RegisterAgentBody,
  presentAgent,
} from "./agents.contract.ts";

const PATH = "/api/agents";

const list = defineRoute({
  method: "get",
  path: PATH,
  summary: "List agents, newest first, with counts of what they reported",
  access: lists("agent.read"),
  query: AgentQuery,
  listing: agentListing,
  output: AgentList,
  act: (ctx, { query }) =>
    listReportingAgents(ctx, {
      ...listInput(query),
      projectId: query.project_id,
      kind: query.kind,
      status: query.status,
    }),
  present: ({ items, pagination }) => ({ agents: items.map(presentAgent), pagination }),
});

const register = defineRoute({
  method: "post",
  path: PATH,
  summary: "Register a scanner that reports findings",
  access: may("agent.manage"),
  body: RegisterAgentBody,
  status: 201,
  answers: { 404: "The project does not exist or is not visible to the caller" },
  output: AgentView,
  load: async (ctx: RouteContext, { body }) => ({
    project: body.project_id === null ? null : await loadProject(ctx, body.project_id),
  }),
  act: async (ctx, { body: { name, kind, version } }, { project }) =>
    presentReportingAgent(ctx, await registerAgent(ctx, { project, name, kind, version })),
  present: presentAgent,
});

const read = defineRoute({
  method: "get",
  path: `${PATH}/:id`,
  summary: "Get an agent with counts of what it reported",
  access: reads(visibleAgent),
  params: IdParams,
  output: AgentView,
  act: (ctx, _input, agent) => presentReportingAgent(ctx, agent),
  present: presentAgent,
});

const beat = defineRoute({
  method: "post",
  path: `${PATH}/:id/heartbeat`,
  summary: "Record an agent's heartbeat",
  access: may("agent.manage"),
  params: IdParams,
  body: HeartbeatBody,
  output: AgentView,
  load: (ctx: RouteContext, { params }) => loadAgent(ctx, params.id),
  act: async (ctx, { body }, agent) =>
    presentReportingAgent(ctx, await heartbeat(ctx, { agent, version: body.version })),
  present: presentAgent,
});

const remove = defineRoute({
  method: "delete",
  path: `${PATH}/:id`,
  summary: "Delete an agent; the findings it reported are kept",
  access: may("agent.manage"),
  params: IdParams,
  message: "The agent was removed",
  load: (ctx: RouteContext, { params }) => loadAgent(ctx, params.id),
  act: (ctx, _input, agent) => removeAgent(ctx, agent),
});

export const createAgentRoutes = (): Route[] => [list, register, read, beat, remove];
