import { controlDueAt, missControl, remindControl } from "../../domain/controls/control-watch.commands.ts";
import { runAsSystem, type SystemDeps } from "../run-as-system.ts";

/** The steps of watching a control's due date, each idempotent. Dates are epoch milliseconds. */
export function createControlWatchActivities(deps: SystemDeps) {
  return {
    /** Null if the date no longer matters. */
    controlDueAt: (controlId: string): Promise<number | null> =>
      runAsSystem(deps, (ctx) => controlDueAt(ctx, controlId)),
    remindControl: (controlId: string, dueAt: number, days: number): Promise<void> =>
      runAsSystem(deps, (ctx) => remindControl(ctx, { controlId, dueAt, days })),
    missControl: (controlId: string, dueAt: number): Promise<void> =>
      runAsSystem(deps, (ctx) => missControl(ctx, { controlId, dueAt })),
  };
}
