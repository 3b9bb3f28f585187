import {
  milestoneDueAt,
  missMilestone,
  remindMilestone,
} from "../../domain/projects/milestone-watch.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of watching a milestone's date, each idempotent. Dates are epoch milliseconds. */
export function createMilestoneWatchActivities(deps: SystemDeps) {
  return {
    /** Null if the date no longer matters. */
    milestoneDueAt: (milestoneId: string): Promise<number | null> =>
      runAsSystem(deps, (ctx) => milestoneDueAt(ctx, milestoneId)),
    remindMilestone: (milestoneId: string, dueAt: number, days: number): Promise<void> =>
      runAsSystem(deps, (ctx) => remindMilestone(ctx, { milestoneId, dueAt, days })),
    missMilestone: (milestoneId: string, dueAt: number): Promise<void> =>
      runAsSystem(deps, (ctx) => missMilestone(ctx, { milestoneId, dueAt })),
  };
}
