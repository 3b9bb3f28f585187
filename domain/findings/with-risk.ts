import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockFigures, lockOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { riskOfProject } from "./finding.queries.ts";

/** Users cannot change an archived project, but scheduled changes still happen there. */
async function lockForChange(ctx: CommandContext | SystemContext, id: string): Promise<void> {
  if (ctx.actor === null) await lockFigures(ctx, id);
  else await lockOpenProject(ctx, id, "figures");
}

/**
 * Changes findings of a project, and records a change of its risk level. The second of two simultaneous
 * changes waits, so that it sees the effect of the first. Every change of findings locks the project first;
 * otherwise two could deadlock.
 */
export async function withRisk<T>(
  ctx: CommandContext | SystemContext,
  project: Project,
  change: () => Promise<T>,
): Promise<T> {
  await lockForChange(ctx, project.id);
  const before = await riskOfProject(ctx.em, project.id);
  const result = await change();
  const after = await riskOfProject(ctx.em, project.id);
  if (after.level === before.level) return result;
  const { id, name } = project;
  recordEvent(ctx, "risk.level_changed", {
    subject: project,
    data: { project: { id, name }, from: before.level, to: after.level, score: after.score },
  });
  return result;
}
