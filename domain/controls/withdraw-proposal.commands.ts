import type { CommandContext } from "../context.ts";
import { recordEvent } from "../events/record-event.ts";
import { lockOpenProject } from "../projects/lock-project.ts";
import type { Project } from "../projects/project.entity.ts";
import { projectReference } from "../projects/project.rules.ts";
import { controlReference } from "./control.commands.ts";
import type { Control } from "./control.entity.ts";
import { NO_CHANGE_PENDING, NO_SCOPE_PENDING, requireOwnPending } from "./require-pending.ts";
import { presentChange } from "./statement.rules.ts";

/** Withdraws the change that the caller proposed for a control; also during an audit, because no figure changes. */
export async function withdrawChange(ctx: CommandContext, control: Control): Promise<Control> {
  await lockOpenProject(ctx, control.project.id, "figures");
  await ctx.em.refresh(control);
  const { change, reason } = requireOwnPending(ctx, control.pendingChange, NO_CHANGE_PENDING);
  control.pendingChange = null;
  recordEvent(ctx, "control.change_withdrawn", {
    subject: control,
    data: { control: controlReference(control), change: presentChange(change), reason },
  });
  return control;
}

/** Withdraws the scope that the caller proposed. */
export async function withdrawScope(ctx: CommandContext, { id }: Project): Promise<Project> {
  const project = await lockOpenProject(ctx, id, "figures");
  const { categories, reason } = requireOwnPending(ctx, project.pendingScope, NO_SCOPE_PENDING);
  project.pendingScope = null;
  recordEvent(ctx, "project.scope_withdrawn", {
    subject: project,
    data: { project: projectReference(project), to: [...categories], reason },
  });
  return project;
}
