import type { Actor } from "../actor.ts";
import type { AccessRule } from "./access-rule.ts";

/**
 * A row that a query selected with the condition of this rule for this caller. The row need not contain the
 * rule's attributes, so evaluating the rule again would refuse it: whoever authorizes asks `isFor` first.
 */
export class Selected<T> {
  readonly row: T;
  readonly #actor: Actor;
  readonly #rule: AccessRule;

  constructor(row: T, actor: Actor, rule: AccessRule) {
    this.row = row;
    this.#actor = actor;
    this.#rule = rule;
  }

  /** The row itself, whether or not it was selected for a rule. */
  static rowOf(loaded: unknown): unknown {
    return loaded instanceof Selected ? loaded.row : loaded;
  }

  /** Whether it was selected for exactly this caller and rule. */
  isFor(actor: Actor, rule: AccessRule): boolean {
    return this.#actor === actor && this.#rule === rule;
  }
}
