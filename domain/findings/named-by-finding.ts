import { invalid } from "../../platform/errors.ts";
import { decide, where } from "../access/decide.ts";
import { Agent } from "../agents/agent.entity.ts";
import type { CommandContext } from "../context.ts";
import type { Project } from "../projects/project.entity.ts";
import { User } from "../users/user.entity.ts";
import { actorOf } from "../users/actor-of.ts";

/**
 * The user a finding of the project is assigned to: one who could work with it themselves. VALIDATION_ERROR otherwise,
 * the same for those who do not exist.
 */
export async function requireAssignee(ctx: CommandContext, project: Project, id: string): Promise<User> {
  const user = await ctx.em.findOne(User, { id, active: true });
  if (user === null || !decide(actorOf(user), "finding.update", { project }).allowed)
    throw invalid({
      field: "assigned_to",
      error: "no active user who takes part in the project has this id",
    });
  return user;
}

/** The agent that reports: one of the project or of every project, which the caller sees. */
export async function requireAgent(ctx: CommandContext, project: Project, id: string): Promise<Agent> {
  const here = { $or: [{ project: project.id }, { project: null }] };
  const agent = await ctx.em.findOne(Agent, { $and: [{ id }, here, where(ctx.actor, "agent.read")] });
  if (agent === null) throw invalid({ field: "agent_id", error: "the project has no agent with this id" });
  return agent;
}
