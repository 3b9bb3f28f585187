import type { CommandContext } from "../context.ts";
import type { Control } from "../controls/control.entity.ts";
import { recordEvent } from "../events/record-event.ts";
import { requireOpenProject } from "../projects/lock-project.ts";
import { User } from "../users/user.entity.ts";
import { ControlComment } from "./control-comment.entity.ts";

/** Adds a comment; CONFLICT if the project is archived. */
export async function commentControl(
  ctx: CommandContext,
  { control, text }: { control: Control; text: string },
): Promise<ControlComment> {
  const { id, number, title, project } = control;
  await requireOpenProject(ctx, project);
  const comment = ctx.em.create(ControlComment, {
    project,
    control,
    author: ctx.em.getReference(User, ctx.actor.id),
    text,
    createdAt: ctx.clock.now(),
  });
  recordEvent(ctx, "control.commented", {
    subject: control,
    data: {
      control: { id, number, title, project_id: project.id },
      comment: { id: comment.id, author_id: ctx.actor.id },
    },
  });
  return comment;
}
