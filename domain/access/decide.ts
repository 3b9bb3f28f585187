import type { Actor } from "../actor.ts";
import { apiKeyAccess } from "../api-keys/api-key.access.ts";
import { evidenceAccess } from "../evidence/evidence.access.ts";
import { oauthClientAccess } from "../identity/oauth-client.access.ts";
import { signInAccess } from "../identity/sign-in.access.ts";
import { projectAccess } from "../projects/project.access.ts";
import { identityProviderAccess } from "../upstream/identity-provider.access.ts";
import { userAccess } from "../users/user.access.ts";
import type { AccessRule } from "./access-rule.ts";
import { all, never, oneOf, type Condition } from "./condition.ts";
import { matches } from "./matches.ts";
import { toFilter, type Filter } from "./to-filter.ts";

/** The whole access policy; a feature adds its `*.access.ts` here. */
export const accessRules = {
  ...userAccess,
  ...projectAccess,
  ...evidenceAccess,
  ...apiKeyAccess,
  ...oauthClientAccess,
  ...signInAccess,
  ...identityProviderAccess,
};

export type Action = keyof typeof accessRules;
export type Denial = "scope" | "role" | "credential" | "condition";
export type Decision = { allowed: true } | { allowed: false; because: Denial };

/** The rule's condition, narrowed for a caller confined to some projects: the one place that knows of it. */
function confine(actor: Actor, rule: AccessRule, condition: Condition): Condition | "credential" {
  if (actor.projectIds === null || rule.project === null) return condition;
  return rule.project === undefined ? "credential" : all(condition, oneOf(rule.project, actor.projectIds));
}

/** What the role and the scopes leave to be asked of the row. */
function conditionFor(actor: Actor, action: Action): Condition | Exclude<Denial, "condition"> {
  const rule: AccessRule = accessRules[action];
  const condition = rule.roles[actor.role];
  if (condition === undefined) return "role";
  if (!actor.scopes.includes(rule.scope)) return "scope";
  if (rule.bearerOnly === true && actor.apiKeyId !== null) return "credential";
  return confine(actor, rule, condition);
}

/** Whether the caller may do `action` to `resource`, and when not, which part of the rule said no. No match means no. */
export function decide(actor: Actor, action: Action, resource: unknown): Decision {
  const condition = conditionFor(actor, action);
  if (typeof condition === "string") return { allowed: false, because: condition };
  return matches(condition, actor, resource) ? { allowed: true } : { allowed: false, because: "condition" };
}

/** The database filter for the rows on which the caller may do `action`: the same answer as `decide`, for a whole list. */
export function where(actor: Actor, action: Action): Filter {
  const condition = conditionFor(actor, action);
  return toFilter(typeof condition === "string" ? never : condition, actor);
}

/** The actions the caller's role and scopes allow on at least some resources: what a client may offer. */
export const actionsOf = (actor: Actor): Action[] =>
  (Object.keys(accessRules) as Action[]).filter((action) => typeof conditionFor(actor, action) === "object");
