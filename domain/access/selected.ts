import type { Actor } from "../actor.ts";
import type { AccessRule } from "./access-rule.ts";

/*
 * A row that the database selected by the very question "may this caller do this to it" has been decided about. It need
 * not carry what the rule reads, so asking again would only refuse it.
 */
const selected = new WeakMap<object, { actor: Actor; rule: AccessRule }>();

/** Notes that `row` was selected by `where(actor, rule)`. */
export const rememberSelected = (row: object, actor: Actor, rule: AccessRule): void =>
  void selected.set(row, { actor, rule });

/** Whether the row was selected for exactly this caller and rule. */
export function wasSelected(row: unknown, actor: Actor, rule: AccessRule): boolean {
  if (typeof row !== "object" || row === null) return false;
  const known = selected.get(row);
  return known?.actor === actor && known.rule === rule;
}
