import { invalid } from "../../platform/errors.ts";
import { where } from "../access/decide.ts";
import { Agent } from "../agents/agent.entity.ts";
import type { CommandContext } from "../context.ts";
import type { Project } from "../projects/project.entity.ts";
import { agentAccess } from "../agents/agent.access.ts";

/** The reporting agent: visible to the caller, and serving the project or all projects. */
export async function loadProjectAgent(ctx: CommandContext, project: Project, id: string): Promise<Agent> {
  const here = { $or: [{ project: project.id }, { project: null }] };
  const agent = await ctx.em.findOne(Agent, {
    $and: [{ id }, here, where(ctx.actor, agentAccess["agent.read"])],
  });
  if (agent === null) throw invalid({ field: "agent_id", error: "the project has no agent with this id" });
  return agent;
}
