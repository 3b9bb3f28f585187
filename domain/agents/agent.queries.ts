import { sql } from "@mikro-orm/postgresql";
import { findRows, type Row } from "../../platform/prepared-find.ts";
import { where } from "../access/decide.ts";
import { loadVisible, readVisible, type Visible } from "../access/load-visible.ts";
import type { QueryContext } from "../context.ts";
import { Finding } from "../findings/finding.entity.ts";
import { SEVERITIES, isActive, type FindingStatus, type Severity } from "../findings/finding.rules.ts";
import { among, listPage, type ListInput, type Listing, type Page, type Wanted } from "../listing.ts";
import { PROJECT_ACCESS_PATHS } from "../projects/project.queries.ts";
import { Agent } from "./agent.entity.ts";
import { agentStatistics, onlineSince, type AgentStatistics, type AgentStatus } from "./agent.rules.ts";

export const agentListing: Listing<Agent> = {
  entity: Agent,
  sortable: { created_at: "createdAt", name: "name", kind: "kind", last_heartbeat_at: "lastHeartbeatAt" },
  searchable: { name: "name", kind: "kind" },
  createdAt: "createdAt",
};

const visible: Visible<Agent> = {
  entity: Agent,
  action: "agent.read",
  name: "Agent",
  populate: ["project", ...PROJECT_ACCESS_PATHS.map((path) => `project.${path}`)],
};

export interface AgentListInput extends ListInput {
  projectId?: string | undefined;
  kind?: Wanted<string>;
  status?: Wanted<AgentStatus>;
}

function statusFilter(wanted: Wanted<AgentStatus>, now: Date): object[] {
  if (wanted === undefined) return [];
  const since = onlineSince(now);
  const bounds = { online: { $gte: since }, stale: { $lt: since }, never: null };
  return [{ $or: [wanted].flat().map((status) => ({ lastHeartbeatAt: bounds[status] })) }];
}

/** An agent with what it reported, as far as the caller may see that. */
export interface ToldAgent {
  agent: Row<Agent>;
  reported: number;
  open: Record<Severity, number>;
  now: Date;
}

interface Group {
  agent: string;
  severity: Severity;
  status: FindingStatus;
  total: string;
}

async function tell(ctx: QueryContext, agents: readonly Row<Agent>[]): Promise<ToldAgent[]> {
  const theirs = { agent: { $in: agents.map(({ id }) => id) } };
  const rows = await ctx.em
    .createQueryBuilder(Finding, "e")
    .select(["e.agent", "e.severity", "e.status", sql`count(*)`.as("total")])
    .where({ $and: [theirs, where(ctx.actor, "finding.read")] })
    .groupBy(["e.agent", "e.severity", "e.status"])
    .execute<Group[]>();
  const groups = rows.map((row) => ({ ...row, total: Number(row.total) }));
  const now = ctx.clock.now();
  return agents.map((agent) => {
    const own = groups.filter((group) => group.agent === agent.id);
    const sum = (some: typeof own): number => some.reduce((total, group) => total + group.total, 0);
    const open = own.filter(({ status }) => isActive(status));
    const bySeverity = SEVERITIES.map((name) => [
      name,
      sum(open.filter(({ severity }) => severity === name)),
    ]);
    return { agent, now, reported: sum(own), open: Object.fromEntries(bySeverity) as ToldAgent["open"] };
  });
}

export const tellAgent = async (ctx: QueryContext, agent: Row<Agent>): Promise<ToldAgent> =>
  (await tell(ctx, [agent]))[0]!;

export async function listAgents(ctx: QueryContext, input: AgentListInput): Promise<Page<ToldAgent>> {
  const { projectId, kind, status } = input;
  const filters = [
    where(ctx.actor, "agent.read"),
    ...(projectId === undefined ? [] : [{ project: projectId }]),
    ...among("kind", kind),
    ...statusFilter(status, ctx.clock.now()),
  ];
  const { items, pagination } = await listPage(ctx.em, agentListing, input, filters);
  return { items: await tell(ctx, items), pagination };
}

/** The agent, if the caller sees it; otherwise NOT_FOUND. */
export const loadAgent = (ctx: QueryContext, id: string): Promise<Agent> => loadVisible(ctx, visible, id);

/** The same to be told of, not to be changed. */
export const readAgent = (ctx: QueryContext, id: string): Promise<Row<Agent>> =>
  readVisible(ctx, visible, id);

/** The agents that work for a project alone, in numbers. */
export async function countAgents(
  ctx: QueryContext,
  projectIds: readonly string[],
): Promise<AgentStatistics> {
  const found = { $and: [{ project: { $in: [...projectIds] } }, where(ctx.actor, "agent.read")] };
  return agentStatistics(await findRows(ctx.em, Agent, { where: found }), ctx.clock.now());
}
