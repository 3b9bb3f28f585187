import { keysOf } from "../keys-of.rules.ts";
import { recordOf } from "../record-of.rules.ts";
import type { Role, Scope } from "../users/user.rules.ts";
import type { Condition } from "./condition.ts";

/**
 * An action on one kind of resource: the scope that it requires, and the condition on the row for each role.
 * Omitted roles may not perform it.
 */
export interface AccessRule {
  /** The name of the action, as in `project.read`. */
  action: string;
  scope: Scope;
  /** The kind of row that the rule applies to, such as `project`; null if the row does not exist yet. */
  on: string | null;
  /**
   * Path of the project's id on the row, for callers confined to some projects; null if the row belongs to no
   * project and they may use it. If omitted, such callers are refused, so that new rules deny by default.
   */
  project?: string | null;
  /** Requires a token: API keys are refused. */
  bearerOnly?: true;
  /** Requires the user's own sign-in: API keys and clients that act for the user are refused. */
  personOnly?: true;
  /** In a browser, requires a recent sign-in, so that access to an open browser ends with its session. */
  freshOnly?: true;
  /** Also allows clients that act for themselves. */
  alsoClients?: true;
  roles: Partial<Record<Role, Condition>>;
  /**
   * The state of the row that the action requires of every caller: permissions include it, and commands check it with a
   * reason of their own (CONFLICT).
   */
  state?: Condition;
}

export type AccessRules<Action extends string = string> = Readonly<Record<Action, AccessRule>>;

/** A feature's rules, by action. */
export function defineAccess<Action extends string>(
  rules: Readonly<Record<Action, Omit<AccessRule, "action">>>,
): AccessRules<Action> {
  return recordOf(keysOf(rules), (action) => ({ ...rules[action], action }));
}

/** The same condition for every role. */
export const forEveryRole = (condition: Condition): Record<Role, Condition> => ({
  customer: condition,
  auditor: condition,
  manager: condition,
  admin: condition,
});

/** Another condition for each role. */
export const mapRoles = <R extends Role>(
  roles: Readonly<Record<R, Condition>>,
  change: (condition: Condition) => Condition,
): Record<R, Condition> => recordOf(keysOf(roles), (role) => change(roles[role]));

/** The rule for some of its roles only. */
export function onlyFor(roles: readonly Role[], rule: AccessRule): AccessRule {
  const kept = Object.entries(rule.roles).filter(([role]) => roles.some((one) => one === role));
  return { ...rule, roles: Object.fromEntries(kept) };
}
