import { flushUnlessTaken } from "../flush-unless-taken.ts";
import { conflict } from "../../platform/errors.ts";
import { lockRow } from "../../platform/database/lock-row.ts";
import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import type { Project } from "../projects/project.entity.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { User } from "../users/user.entity.ts";
import { Agent } from "./agent.entity.ts";

export interface AgentInput {
  /** Null for an agent that serves all projects. */
  project: Project | null;
  name: string;
  kind: string;
  version: string | null;
}

function record(ctx: CommandContext, kind: "agent.registered" | "agent.removed", agent: Agent): void {
  const projectId = agent.project?.id ?? null;
  const reference = { id: agent.id, name: agent.name, kind: agent.kind, project_id: projectId };
  recordEvent(ctx, kind, { subject: agent, data: { agent: reference } });
}

const taken = ({ name }: AgentInput, details = {}) =>
  conflict(`An agent is already registered as "${name}": choose another name, or use that agent`, details);

/** An agent for all projects depends on none of them. */
async function requireOpen(
  ctx: CommandContext,
  { project }: { project?: Project | null | undefined },
): Promise<void> {
  if (project != null) await requireOpenProject(ctx, project);
}

/** Registers an agent without a heartbeat. CONFLICT if its name is in use in the project. */
export async function registerAgent(ctx: CommandContext, input: AgentInput): Promise<Agent> {
  const { em, actor, clock } = ctx;
  await requireOpen(ctx, input);
  const first = await em.findOne(Agent, { project: input.project?.id ?? null, name: input.name });
  if (first !== null) throw taken(input, { agent_id: first.id });
  const now = clock.now();
  const registeredBy = em.getReference(User, actor.id);
  const agent = em.create(Agent, { ...input, registeredBy, createdAt: now, updatedAt: now });
  record(ctx, "agent.registered", agent);
  await flushUnlessTaken(ctx, () => taken(input));
  return agent;
}

/** Records a heartbeat, and the version if it changed. */
export async function heartbeat(
  ctx: CommandContext,
  { agent, version }: { agent: Agent; version: string | undefined },
): Promise<Agent> {
  await requireOpen(ctx, agent);
  await lockRow(ctx.em, agent, "Agent");
  const now = ctx.clock.now();
  agent.lastHeartbeatAt = now;
  if (version !== undefined && version !== agent.version) {
    agent.version = version;
    agent.updatedAt = now;
  }
  return agent;
}

/** Removes an agent; its findings stay. */
export async function removeAgent(ctx: CommandContext, agent: Agent): Promise<void> {
  await requireOpen(ctx, agent);
  await lockRow(ctx.em, agent, "Agent");
  record(ctx, "agent.removed", agent);
  ctx.em.remove(agent);
}
