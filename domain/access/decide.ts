import type { Actor } from "../actor.ts";
import type { AccessRule } from "./access-rule.ts";
import { all, oneOf, type Condition } from "./condition.ts";
import { matches } from "./matches.ts";
import { NEVER, askFor, type Question } from "./question.ts";
import { toFilter, type Filter } from "./to-filter.ts";

/* The access engine. It knows no feature: callers pass the rule. */

/** The part of a rule that refused, as data for the log. */
export interface AccessRefusal {
  because: "role" | "scope" | "credential" | "sign_in" | "condition";
  rule: unknown;
}
export type Decision = { allowed: true } | ({ allowed: false } & AccessRefusal);

const refuse = (because: AccessRefusal["because"], rule: unknown): AccessRefusal => ({ because, rule });

/**
 * The rule's condition, restricted for a caller whose credential is limited to some projects: the only place
 * that handles this.
 */
function confine(actor: Actor, rule: AccessRule, condition: Condition): Condition | AccessRefusal {
  if (actor.projectIds === null || rule.project === null) return condition;
  if (rule.project === undefined) return refuse("credential", "not allowed for keys restricted to projects");
  return all(condition, oneOf(rule.project, actor.projectIds));
}

/** The condition that remains to be evaluated on the row after role, scopes and credential. */
export function conditionFor(actor: Actor, rule: AccessRule): Condition | AccessRefusal {
  const condition = rule.roles[actor.role];
  if (condition === undefined) return refuse("role", Object.keys(rule.roles));
  if (!actor.scopes.includes(rule.scope)) return refuse("scope", rule.scope);
  if (rule.bearerOnly === true && actor.apiKeyId !== null) return refuse("credential", "requires a token");
  const isClient = rule.alsoClients === true && actor.isClient === true;
  if (rule.personOnly === true && !isClient && (actor.apiKeyId !== null || actor.via !== null))
    return refuse("credential", "requires the user's own sign-in");
  if (rule.freshOnly === true && actor.isSignInOld === true)
    return refuse("sign_in", "requires a recent sign-in");
  return confine(actor, rule, condition);
}

/** What remains to be evaluated on a row; `toFilter` compiles it. */
export function questionFor(actor: Actor, rule: AccessRule): Question {
  const condition = conditionFor(actor, rule);
  return "because" in condition ? NEVER : askFor(actor, condition);
}

/** Why a row does not match `where`, as far as the caller alone determines it. */
export function refusalBehind(actor: Actor, rule: AccessRule): AccessRefusal {
  const condition = conditionFor(actor, rule);
  return "because" in condition ? condition : refuse("condition", condition);
}

/**
 * Whether the rule lets the caller act on `resource`, and otherwise the part that refused. No match means no.
 */
export function decide(actor: Actor, rule: AccessRule, resource: unknown): Decision {
  if (matches(questionFor(actor, rule), resource)) return { allowed: true };
  return { allowed: false, ...refusalBehind(actor, rule) };
}

/** The database filter for the rows on which the rule lets the caller act: consistent with `decide`. */
export const where = (actor: Actor, rule: AccessRule): Filter => toFilter(questionFor(actor, rule));
