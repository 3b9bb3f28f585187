import { queryRows } from "../../platform/database/query-rows.ts";
import { invalid } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import { Agent } from "../agents/agent.entity.ts";
import type { CommandContext } from "../context.ts";
import type { Project } from "../projects/project.entity.ts";
import { agentAccess } from "../agents/agent.access.ts";

const LOCK = "select 1 from agents where id = $1 for key share";

/**
 * The reporting agent: visible to the caller, and serving the project or all projects. It cannot be removed until the
 * transaction ends, because findings will name it.
 */
export async function loadProjectAgent(ctx: CommandContext, project: Project, id: string): Promise<Agent> {
  await queryRows(ctx.em, { sql: LOCK, parameters: [id] });
  const here = { $or: [{ project: project.id }, { project: null }] };
  const agent = await ctx.em.findOne(Agent, {
    $and: [{ id }, here, where(ctx.actor, agentAccess["agent.read"])],
  });
  if (agent === null) throw invalid({ field: "agent_id", error: "the project has no agent with this id" });
  return agent;
}
