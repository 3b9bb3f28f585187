import type { SystemContext } from "../context.ts";
import { daysLeft } from "../days.rules.ts";
import { recordEvent } from "../events/record-event.ts";
import { findInOpenProject } from "../projects/lock-project.ts";
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

/** The locked control, if it still waits for this date. */
async function findWaiting(ctx: SystemContext, { controlId, dueAt }: Watched): Promise<Control | null> {
  const control = await findInOpenProject(ctx, Control, controlId);
  return control?.awaitedDate() === dueAt ? control : null;
}

const dated = (control: Control) => ({
  control: controlReference(control),
  owner_id: control.owner?.id ?? null,
});

/** Records the reminder planned for so many days before the date; a late one states the days left. Idempotent. */
export async function remindControl(ctx: SystemContext, input: Watched & { days: number }): Promise<void> {
  const control = await findWaiting(ctx, input);
  if (control === null || !control.remind(input.days)) return;
  recordEvent(ctx, "control.due", {
    subject: control,
    data: { ...dated(control), days_left: daysLeft(input.days, new Date(input.dueAt), ctx.clock.now()) },
  });
}

/** Records that a control was not complete by its date. Idempotent. */
export async function missControl(ctx: SystemContext, input: Watched): Promise<void> {
  const control = await findWaiting(ctx, input);
  if (control === null || !control.remind(0)) return;
  recordEvent(ctx, "control.overdue", {
    subject: control,
    data: dated(control),
  });
}
