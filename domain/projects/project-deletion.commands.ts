import type { CommandContext, SystemContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockProject } from "./lock-project.ts";
import { onProjectDeleting } from "./project.moments.ts";
import { projectReference } from "./project.rules.ts";
import { Milestone, Project, TeamMember } from "./project.entity.ts";
import { receiversOf } from "./receivers-of.ts";

/**
 * Hides the project with its contents at once, even if it is archived; a workflow then removes it. The event
 * stores its receivers, which could not be determined afterwards.
 */
export async function deleteProject(ctx: CommandContext, { id }: { id: string }): Promise<Project> {
  const project = await lockProject(ctx, id);
  const heardBy = await receiversOf(ctx, project);
  project.beginDeletion(ctx.clock.now());
  recordEvent(ctx, "project.deleted", {
    subject: project,
    data: { project: projectReference(project) },
    heardBy,
  });
  return project;
}

/** Removes the rest after all evidence is removed, the project last. The history stays. */
export async function removeProjectRows(ctx: SystemContext, projectId: string): Promise<void> {
  await onProjectDeleting.happen(ctx, projectId);
  await ctx.em.nativeDelete(Milestone, { project: projectId });
  await ctx.em.nativeDelete(TeamMember, { project: projectId });
  await ctx.em.nativeDelete(Project, { id: projectId });
}
