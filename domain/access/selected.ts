import type { Actor } from "../actor.ts";
import type { AccessRule } from "./access-rule.ts";

/*
 * Rows that a query selected with the condition of this rule for this caller. They need not contain the
 * rule's attributes, so evaluating it again would refuse them.
 */
const selected = new WeakMap<object, { actor: Actor; rule: AccessRule }>();

/** Records that `row` was selected by `where(actor, rule)`. */
export const rememberSelected = (row: object, actor: Actor, rule: AccessRule): void =>
  void selected.set(row, { actor, rule });

/** Whether the row was selected for exactly this caller and rule. */
export function wasSelected(row: unknown, actor: Actor, rule: AccessRule): boolean {
  if (typeof row !== "object" || row === null) return false;
  const known = selected.get(row);
  return known?.actor === actor && known.rule === rule;
}
