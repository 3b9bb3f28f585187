import type { Actor } from "../actor.ts";
import type { Action } from "./decide.ts";

/*
 * A row that the database selected by the very question "may this caller do this to it" has been decided about. It need
 * not carry what the rule reads, so asking again would only refuse it.
 */
const selected = new WeakMap<object, { actor: Actor; action: Action }>();

/** Notes that `row` was selected by `where(actor, action)`. */
export const rememberSelected = (row: object, actor: Actor, action: Action): void =>
  void selected.set(row, { actor, action });

/** Whether the row was selected for exactly this caller and action. */
export function wasSelected(row: unknown, actor: Actor, action: Action): boolean {
  if (typeof row !== "object" || row === null) return false;
  const known = selected.get(row);
  return known?.actor === actor && known.action === action;
}
