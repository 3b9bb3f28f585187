import type { CommandContext } from "../context.ts";
import type { TrustCategory } from "../frameworks/framework.rules.ts";
import type { Project } from "../projects/project.entity.ts";
import { updateProject, type UpdateProjectInput } from "../projects/project-update.commands.ts";
import { changeScope } from "./scope.commands.ts";

interface ProjectChange extends UpdateProjectInput {
  /** The categories that the project covers. */
  categories?: readonly TrustCategory[] | undefined;
  /** Why it no longer covers some of them. */
  reason?: string | undefined;
}

/** Changes the fields of a project that differ, and its scope. */
export async function changeProject(
  ctx: CommandContext,
  { categories, reason, ...input }: ProjectChange,
): Promise<Project> {
  const project = await updateProject(ctx, input);
  if (categories !== undefined) await changeScope(ctx, { project, categories, reason });
  return project;
}
