import { waitsUntil } from "../../../../domain/controls/control-due.rules.ts";
import { isSoon } from "../home/is-soon.ts";
import type { Control } from "./control.queries.ts";
import type { DueState } from "./due-states.ts";

export type Dated = Pick<Control, "due_date" | "status" | "not_applicable">;

/** Whether a control that is not complete is late, or due within a month; null for all others. */
export function dueState({ due_date: due, status, not_applicable: notApplicable }: Dated): DueState | null {
  const until = waitsUntil({ dueDate: due === null ? null : new Date(due), status, notApplicable });
  if (until === null) return null;
  if (until < new Date()) return "overdue";
  return isSoon(until.toISOString()) ? "soon" : null;
}
