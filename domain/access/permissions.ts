import type { Actor } from "../actor.ts";
import type { AccessRule, AccessRules } from "./access-rule.ts";
import { conditionFor, decide, type AccessRefusal } from "./decide.ts";
import { matches } from "./matches.ts";
import { askFor } from "./question.ts";

/** The rows for which an action is allowed. */
export const EXTENTS = ["always", "some", "never"] as const;

export interface Permission<Action extends string = string> {
  action: Action;
  allowed: (typeof EXTENTS)[number];
  /** Why never: role, scope or credential exclude it, or the condition on the given row or its state does. */
  because: AccessRefusal["because"] | "state" | null;
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
  if (!decision.allowed) return { allowed: "never", because: decision.because };
  if (rule.state !== undefined && !matches(askFor(actor, rule.state), row))
    return { allowed: "never", because: "state" };
  return { allowed: "always", because: null };
}

/** What the rules allow the caller: for every action or, given a row, for those on its kind. */
export function permissionsOf<Action extends string>(
  rules: AccessRules<Action>,
  actor: Actor,
  about?: { on: string; row: unknown },
): Permission<Action>[] {
  const entries = Object.entries<AccessRule>(rules) as [Action, AccessRule][];
  if (about === undefined)
    return entries.map(([action, rule]) => ({ action, ...permissionFor(actor, rule) }));
  return entries
    .filter(([, rule]) => rule.on === about.on)
    .map(([action, rule]) => ({ action, ...permissionOn(actor, rule, about.row) }));
}

/**
 * The actions that the caller may perform on at least some rows, if need be after signing in again: what a client
 * may offer.
 */
export const actionsOf = <Action extends string>(rules: AccessRules<Action>, actor: Actor): Action[] =>
  permissionsOf(rules, { ...actor, isSignInOld: false }).flatMap(({ action, allowed }) =>
    allowed === "never" ? [] : [action],
  );
