import { findLocked } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { daysLeft } from "../days.rules.ts";
import { recordEvent } from "../events/record-event.ts";
import { Project } from "../projects/project.entity.ts";
import { controlReference } from "./control.commands.ts";
import { Control } from "./control.entity.ts";

/** The date (epoch milliseconds) that a control in a project that is not archived waits for, else null. */
export async function controlDueAt(ctx: SystemContext, id: string): Promise<number | null> {
  const control = await ctx.em.findOne(Control, { id }, { populate: ["project"] });
  return control === null || !control.project.isOpen() ? null : control.awaitedDate();
}

/** The control and the date of a step, so that a late step does nothing for another date. */
interface Watched {
  controlId: string;
  dueAt: number;
}

/** The control, locked with its project as in every change, if it still waits for this date. */
async function holdWaiting(ctx: SystemContext, { controlId, dueAt }: Watched): Promise<Control | null> {
  const seen = await ctx.em.findOne(Control, { id: controlId });
  if (seen === null) return null;
  const project = await findLocked(ctx.em, Project, { id: seen.project.id });
  const control = await ctx.em.findOne(Control, { id: controlId }, { refresh: true });
  return project?.isOpen() && control?.awaitedDate() === dueAt ? control : null;
}

const dated = (control: Control) => ({
  control: controlReference(control),
  owner_id: control.owner?.id ?? null,
});

/** Records the reminder planned for so many days before the date; a late one states the days left. Idempotent. */
export async function remindControl(ctx: SystemContext, input: Watched & { days: number }): Promise<void> {
  const control = await holdWaiting(ctx, input);
  if (control === null || !control.remind(input.days)) return;
  recordEvent(ctx, "control.due", {
    subject: control,
    data: { ...dated(control), days_left: daysLeft(input.days, new Date(input.dueAt), ctx.clock.now()) },
  });
}

/** Records that a control was not complete by its date. Idempotent. */
export async function missControl(ctx: SystemContext, input: Watched): Promise<void> {
  const control = await holdWaiting(ctx, input);
  if (control === null || !control.remind(0)) return;
  recordEvent(ctx, "control.overdue", {
    subject: control,
    data: dated(control),
  });
}
