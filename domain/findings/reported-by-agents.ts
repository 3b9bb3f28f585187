import { recordOf } from "../record-of.rules.ts";
import { countGroups, type Row } from "../../platform/database/read-rows.ts";
import { where } from "../access/decide.ts";
import type { Agent } from "../agents/agent.entity.ts";
import { listAgents, type AgentListInput } from "../agents/agent.queries.ts";
import type { QueryContext } from "../context.ts";
import type { Page } from "../listing.ts";
import { findingAccess } from "./finding.access.ts";
import { Finding } from "./finding.entity.ts";
import { SEVERITIES, isActive, type Severity } from "./finding.rules.ts";
import { only } from "../only.rules.ts";

/** An agent with its findings, as far as the caller may see them. */
export interface AgentWithContext {
  agent: Row<Agent>;
  reported: number;
  open: Record<Severity, number>;
  now: Date;
}

async function withContext(ctx: QueryContext, agents: readonly Row<Agent>[]): Promise<AgentWithContext[]> {
  const theirs = { agent: { $in: agents.map(({ id }) => id) } };
  const groups = await countGroups(ctx.em, Finding, {
    where: { $and: [theirs, where(ctx.actor, findingAccess["finding.read"])] },
    by: ["agent", "severity", "status"],
  });
  const now = ctx.clock.now();
  return agents.map((agent) => {
    const own = groups.filter((group) => group.agent?.id === agent.id);
    const sum = (some: typeof own): number => some.reduce((total, group) => total + group.total, 0);
    const open = own.filter(({ status }) => isActive(status));
    const bySeverity = recordOf(SEVERITIES, (name) => sum(open.filter(({ severity }) => severity === name)));
    return { agent, now, reported: sum(own), open: bySeverity };
  });
}

export const presentReportingAgent = async (
  ctx: QueryContext,
  agent: Row<Agent>,
): Promise<AgentWithContext> => only(await withContext(ctx, [agent]));

export async function listReportingAgents(
  ctx: QueryContext,
  input: AgentListInput,
): Promise<Page<AgentWithContext>> {
  const { items, pagination } = await listAgents(ctx, input);
  return { items: await withContext(ctx, items), pagination };
}
