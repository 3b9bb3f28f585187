import type { Actor } from "../actor.ts";
import type { AccessRule, AccessRules, Subject } from "./access-rule.ts";
import { conditionFor, decide, type Refusal } from "./decide.ts";
import { askFor } from "./question.ts";

/** To how many of an action's rows the answer is yes. */
export const EXTENTS = ["always", "some", "never"] as const;

export interface Permission<Action extends string = string> {
  action: Action;
  allowed: (typeof EXTENTS)[number];
  /** Why never, where role, scope or credential say so whatever the row, or the condition of the row that was asked about. */
  because: Refusal["because"] | null;
}

type Answer = Omit<Permission, "action">;

function permissionFor(actor: Actor, rule: AccessRule): Answer {
  const condition = conditionFor(actor, rule);
  if ("because" in condition) return { allowed: "never", because: condition.because };
  const { kind } = askFor(actor, condition);
  if (kind === "never") return { allowed: "never", because: "condition" };
  return { allowed: kind === "always" ? "always" : "some", because: null };
}

function permissionOn(actor: Actor, rule: AccessRule, row: unknown): Answer {
  const decision = decide(actor, rule, row);
  if (decision.allowed) return { allowed: "always", because: null };
  return { allowed: "never", because: decision.because };
}

/** What the rules let the caller do: every action, or, about one row, those that are asked of its kind. */
export function permissionsOf<Action extends string>(
  rules: AccessRules<Action>,
  actor: Actor,
  about?: { on: Subject; row: unknown },
): Permission<Action>[] {
  const asked = Object.entries<AccessRule>(rules) as [Action, AccessRule][];
  if (about === undefined) return asked.map(([action, rule]) => ({ action, ...permissionFor(actor, rule) }));
  return asked
    .filter(([, rule]) => rule.on === about.on)
    .map(([action, rule]) => ({ action, ...permissionOn(actor, rule, about.row) }));
}

/** The actions the caller may do to at least some rows: what a client may offer. */
export const actionsOf = <Action extends string>(rules: AccessRules<Action>, actor: Actor): Action[] =>
  permissionsOf(rules, actor).flatMap(({ action, allowed }) => (allowed === "never" ? [] : [action]));
