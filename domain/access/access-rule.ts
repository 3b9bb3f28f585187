import type { Role, Scope } from "../users/user.rules.ts";
import type { Condition } from "./condition.ts";

/** The kinds of rows that rules apply to. */
export type Subject =
  | "user"
  | "project"
  | "control"
  | "evidence"
  | "finding"
  | "agent"
  | "report"
  | "policy"
  | "questionnaire"
  | "api_key"
  | "oauth_client"
  | "identity_provider"
  | "session"
  | "audit_entry"
  | "event"
  | "webhook"
  | "integration"
  | "linked_account"
  | "conversation"
  | "ai_job";

/**
 * One action on one kind of row: the required scope, and the condition on the row for each role. A missing
 * role may not perform it.
 */
export interface AccessRule {
  /** The action, as in `project.read`. */
  action: string;
  scope: Scope;
  /** The kind of row that the rule applies to; null if there is none yet. */
  on: Subject | null;
  /**
   * Path of the project's id on the row, for callers restricted to some projects; null if the row belongs to
   * no project and they may use it. If omitted, such callers are refused, so new rules are closed by default.
   */
  project?: string | null;
  /** Requires a token: API keys are refused. */
  bearerOnly?: true;
  /** Requires the user's own sign-in: API keys and applications are refused. */
  personOnly?: true;
  /** In a browser, requires a recent sign-in: someone who finds an open session must not outlive it. */
  freshOnly?: true;
  /** Also allows clients that act for themselves. */
  alsoClients?: true;
  roles: Partial<Record<Role, Condition>>;
}

export type AccessRules<Action extends string = string> = Readonly<Record<Action, AccessRule>>;

/** A feature's rules, by action. */
export function defineAccess<Action extends string>(
  rules: Readonly<Record<Action, Omit<AccessRule, "action">>>,
): AccessRules<Action> {
  const named = Object.entries<Omit<AccessRule, "action">>(rules);
  return Object.fromEntries(
    named.map(([action, rule]) => [action, { ...rule, action }]),
  ) as AccessRules<Action>;
}
