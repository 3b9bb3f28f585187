import type { ControlStatus } from "./control.rules.ts";

interface DatedControl {
  dueDate?: Date | null | undefined;
  status: ControlStatus;
  notApplicable: boolean;
}

/** The date by which something is still missing; null without one, or when nothing is. */
export const waitsUntil = ({ dueDate, status, notApplicable }: DatedControl): Date | null =>
  status === "complete" || notApplicable ? null : (dueDate ?? null);

export const controlWatchId = (controlId: string): string => `control-${controlId}`;

/** Signals the workflow that its control changed. */
export const CONTROL_CHANGED = "changed";
