import type { CommandContext, SystemContext } from "../context.ts";
import { Conversation } from "../assistant/conversation.entity.ts";
import { AssistantJob } from "../assistant/job.entity.ts";
import { Control } from "../controls/control.entity.ts";
import { Evidence } from "../evidence/evidence.entity.ts";
import { recordEvent } from "../events/record-event.ts";
import { Policy } from "../policies/policy.entity.ts";
import { lockProject } from "./lock-project.ts";
import { projectReference } from "./project-reference.ts";
import { Milestone, Project, TeamMember } from "./project.entity.ts";
import { whoHears } from "./who-hears.ts";

/**
 * Hides the project and all that is in it at once, also when it is archived; a workflow then takes it away. Who hears of
 * it is written down with the event: afterwards nobody could tell.
 */
export async function deleteProject(ctx: CommandContext, { id }: { id: string }): Promise<Project> {
  const project = await lockProject(ctx, id);
  const heardBy = await whoHears(ctx, project);
  project.beginDeletion(ctx.clock.now());
  recordEvent(ctx, "project.deleted", {
    subjectId: id,
    projectId: id,
    data: { project: projectReference(project) },
    heardBy,
  });
  await ctx.em.flush();
  return project;
}

/** Tells whatever still reads a project's files that they are gone; answers how many it told, at most `limit`. */
export async function withdrawProjectEvidence(
  ctx: SystemContext,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<number> {
  const rows = await ctx.em.find(
    Evidence,
    { project: projectId, deletedAt: null },
    { fields: ["id"], limit, orderBy: { id: "asc" } },
  );
  const ids = rows.map(({ id }) => id);
  return ctx.em.nativeUpdate(Evidence, { id: { $in: ids } }, { deletedAt: ctx.clock.now() });
}

/** The next pieces of evidence to take away. */
export async function nextProjectEvidence(
  ctx: SystemContext,
  { projectId, limit }: { projectId: string; limit: number },
): Promise<string[]> {
  const rows = await ctx.em.find(
    Evidence,
    { project: projectId },
    { fields: ["id"], limit, orderBy: { id: "asc" } },
  );
  return rows.map(({ id }) => id);
}

/** Removes up to `limit` chunk rows of an evidence; answers how many. */
export async function removeChunkRows(
  ctx: SystemContext,
  { evidenceId, limit }: { evidenceId: string; limit: number },
): Promise<number> {
  const [row] = await ctx.em.execute<{ removed: number }[]>(
    `with gone as (delete from evidence_chunks where id in
       (select id from evidence_chunks where evidence_id = ? limit ?) returning 1)
     select count(*)::int as removed from gone`,
    [evidenceId, limit],
  );
  return row!.removed;
}

/** Removes what is left when all evidence is gone, the project last. History stays. */
export async function removeProjectRows(ctx: SystemContext, projectId: string): Promise<void> {
  await ctx.em.nativeDelete(Policy, { project: projectId });
  await ctx.em.nativeDelete(Conversation, { project: projectId });
  await ctx.em.nativeDelete(AssistantJob, { project: projectId });
  await ctx.em.nativeDelete(Control, { project: projectId });
  await ctx.em.nativeDelete(Milestone, { project: projectId });
  await ctx.em.nativeDelete(TeamMember, { project: projectId });
  await ctx.em.nativeDelete(Project, { id: projectId });
}
