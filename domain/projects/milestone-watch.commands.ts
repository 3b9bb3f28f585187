import type { SystemContext } from "../context.ts";
import { daysLeft } from "../days.rules.ts";
import { recordEvent } from "../events/record-event.ts";
import { milestoneReference } from "./milestone.rules.ts";
import { findInOpenProject } from "./lock-project.ts";
import { Milestone } from "./project.entity.ts";

/** The date (epoch milliseconds) of an open milestone in a project that is not archived, else null. */
export async function milestoneDueAt(ctx: SystemContext, id: string): Promise<number | null> {
  const milestone = await ctx.em.findOne(Milestone, { id }, { populate: ["project"] });
  if (milestone === null || !milestone.isOpen() || !milestone.project.isOpen()) return null;
  return milestone.dueDate.getTime();
}

/** The milestone and the date of a step, so that a late step does nothing for another date. */
interface Watched {
  milestoneId: string;
  dueAt: number;
}

/** The locked milestone, if it still waits for this date. */
async function findWaiting(ctx: SystemContext, { milestoneId, dueAt }: Watched): Promise<Milestone | null> {
  const milestone = await findInOpenProject(ctx, Milestone, milestoneId);
  return milestone?.waitsFor(dueAt) ? milestone : null;
}

/** Records the reminder planned for so many days before the date; a late one states the days left. Idempotent. */
export async function remindMilestone(ctx: SystemContext, input: Watched & { days: number }): Promise<void> {
  const milestone = await findWaiting(ctx, input);
  if (milestone === null || !milestone.remind(input.days)) return;
  recordEvent(ctx, "milestone.due", {
    subject: milestone,
    data: {
      milestone: milestoneReference(milestone),
      days_left: daysLeft(input.days, milestone.dueDate, ctx.clock.now()),
    },
  });
}

/** Marks a milestone that was not achieved by its date. Idempotent. */
export async function missMilestone(ctx: SystemContext, input: Watched): Promise<void> {
  const milestone = await findWaiting(ctx, input);
  if (milestone === null) return;
  milestone.miss();
  recordEvent(ctx, "milestone.missed", {
    subject: milestone,
    data: { milestone: milestoneReference(milestone) },
  });
}
