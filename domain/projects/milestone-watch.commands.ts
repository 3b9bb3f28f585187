import { findLocked } from "../../platform/database/lock-row.ts";
import type { SystemContext } from "../context.ts";
import { daysLeft } from "../days.rules.ts";
import { recordEvent } from "../events/record-event.ts";
import { milestoneReference } from "./milestone.rules.ts";
import { Milestone, Project } from "./project.entity.ts";

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

/** The milestone, locked with its project as in every change, if it still waits for this date. */
async function holdWaiting(ctx: SystemContext, { milestoneId, dueAt }: Watched): Promise<Milestone | null> {
  const seen = await ctx.em.findOne(Milestone, { id: milestoneId });
  if (seen === null) return null;
  const project = await findLocked(ctx.em, Project, { id: seen.project.id });
  const milestone = await ctx.em.findOne(Milestone, { id: milestoneId }, { refresh: true });
  return project?.isOpen() && milestone?.waitsFor(dueAt) ? milestone : null;
}

/** Records the reminder planned for so many days before the date; a late one states the days left. Idempotent. */
export async function remindMilestone(ctx: SystemContext, input: Watched & { days: number }): Promise<void> {
  const milestone = await holdWaiting(ctx, input);
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
  const milestone = await holdWaiting(ctx, input);
  if (milestone === null) return;
  milestone.miss();
  recordEvent(ctx, "milestone.missed", {
    subject: milestone,
    data: { milestone: milestoneReference(milestone) },
  });
}
