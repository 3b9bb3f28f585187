import { readRows, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import { loadVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { listPage, matching, type ListInput, type Listing, type Page, type OneOrMore } from "../listing.ts";
import { ITS_PROJECT_PATHS } from "../projects/project.queries.ts";
import { Agent } from "./agent.entity.ts";
import { agentStatistics, onlineSince, type AgentStatistics, type AgentStatus } from "./agent.rules.ts";
import { agentAccess } from "./agent.access.ts";

export const agentListing: Listing<Agent> = {
  entity: Agent,
  sortable: { created_at: "createdAt", name: "name", kind: "kind", last_heartbeat_at: "lastHeartbeatAt" },
  searchable: { name: "name", kind: "kind" },
  createdAt: "createdAt",
};

export const visibleAgent: Visible<Agent> = {
  entity: Agent,
  rule: agentAccess["agent.read"],
  name: "Agent",
  populate: ITS_PROJECT_PATHS,
};

export interface AgentListInput extends ListInput {
  projectId?: string | undefined;
  kind?: OneOrMore<string>;
  status?: OneOrMore<AgentStatus>;
}

function statusFilter(wanted: OneOrMore<AgentStatus>, now: Date): object[] {
  if (wanted === undefined) return [];
  const since = onlineSince(now);
  const bounds = { online: { $gte: since }, stale: { $lt: since }, never: null };
  return [{ $or: [wanted].flat().map((status) => ({ lastHeartbeatAt: bounds[status] })) }];
}

/** The agents that the caller can see. */
export function listAgents(ctx: QueryContext, input: AgentListInput): Promise<Page<Row<Agent>>> {
  const { projectId, kind, status } = input;
  const filters = [
    where(ctx.actor, agentAccess["agent.read"]),
    ...matching({ project: projectId, kind }),
    ...statusFilter(status, ctx.clock.now()),
  ];
  return listPage(ctx.em, agentListing, input, filters);
}

/** The agent, if the caller can see it; otherwise NOT_FOUND. */
export const loadAgent = (ctx: QueryContext, id: string): Promise<Agent> =>
  loadVisible(ctx, visibleAgent, id);

/** The number of agents that serve only this project. */
export async function countAgents(
  ctx: QueryContext,
  projectIds: readonly string[],
): Promise<AgentStatistics> {
  const found = {
    $and: [{ project: { $in: [...projectIds] } }, where(ctx.actor, agentAccess["agent.read"])],
  };
  return agentStatistics(await readRows(ctx.em, Agent, { where: found }), ctx.clock.now());
}
