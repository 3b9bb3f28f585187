import type { Actor } from "../actor.ts";
import { agentAccess } from "../agents/agent.access.ts";
import { apiKeyAccess } from "../api-keys/api-key.access.ts";
import { conversationAccess } from "../assistant/conversation.access.ts";
import { jobAccess } from "../assistant/job.access.ts";
import { auditAccess } from "../audit/audit.access.ts";
import { controlAccess } from "../controls/control.access.ts";
import { evidenceAccess } from "../evidence/evidence.access.ts";
import { eventAccess } from "../events/event.access.ts";
import { findingAccess } from "../findings/finding.access.ts";
import { systemAccess } from "../housekeeping/system.access.ts";
import { frameworkAccess } from "../frameworks/framework.access.ts";
import { oauthClientAccess } from "../identity/oauth-client.access.ts";
import { signInAccess } from "../identity/sign-in.access.ts";
import { policyAccess } from "../policies/policy.access.ts";
import { projectAccess } from "../projects/project.access.ts";
import { questionnaireAccess } from "../questionnaires/questionnaire.access.ts";
import { reportAccess } from "../reports/report.access.ts";
import { integrationAccess } from "../integrations/integration.access.ts";
import { linkedAccountAccess } from "../integrations/linked-account.access.ts";
import { identityProviderAccess } from "../upstream/identity-provider.access.ts";
import { userAccess } from "../users/user.access.ts";
import { webhookAccess } from "../webhooks/webhook.access.ts";
import type { AccessRule, Subject } from "./access-rule.ts";
import { all, oneOf, type Condition } from "./condition.ts";
import { matches } from "./matches.ts";
import { NEVER, askFor, type Question } from "./question.ts";
import { toFilter, type Filter } from "./to-filter.ts";

/** The whole access policy; a feature adds its `*.access.ts` here. */
export const accessRules = {
  ...userAccess,
  ...projectAccess,
  ...controlAccess,
  ...evidenceAccess,
  ...findingAccess,
  ...agentAccess,
  ...reportAccess,
  ...policyAccess,
  ...questionnaireAccess,
  ...apiKeyAccess,
  ...frameworkAccess,
  ...oauthClientAccess,
  ...signInAccess,
  ...identityProviderAccess,
  ...auditAccess,
  ...eventAccess,
  ...webhookAccess,
  ...integrationAccess,
  ...linkedAccountAccess,
  ...conversationAccess,
  ...jobAccess,
  ...systemAccess,
};

export type Action = keyof typeof accessRules;
export const actions = Object.keys(accessRules) as Action[];

/** Which part of a rule said no, and what it says, as data for the log. */
export interface Refusal {
  because: "role" | "scope" | "credential" | "sign_in" | "condition";
  rule: unknown;
}
export type Decision = { allowed: true } | ({ allowed: false } & Refusal);

const refuse = (because: Refusal["because"], rule: unknown): Refusal => ({ because, rule });

/** The rule's condition, narrowed for a caller confined to some projects: the one place that knows of it. */
function confine(actor: Actor, rule: AccessRule, condition: Condition): Condition | Refusal {
  if (actor.projectIds === null || rule.project === null) return condition;
  if (rule.project === undefined) return refuse("credential", "not for keys confined to projects");
  return all(condition, oneOf(rule.project, actor.projectIds));
}

/** The condition that role, scopes and credential leave to be asked of the row. */
function conditionFor(actor: Actor, action: Action): Condition | Refusal {
  const rule: AccessRule = accessRules[action];
  const condition = rule.roles[actor.role];
  if (condition === undefined) return refuse("role", Object.keys(rule.roles));
  if (!actor.scopes.includes(rule.scope)) return refuse("scope", rule.scope);
  if (rule.bearerOnly === true && actor.apiKeyId !== null) return refuse("credential", "takes a token");
  const isClient = rule.alsoClients === true && actor.isClient === true;
  if (rule.personOnly === true && !isClient && (actor.apiKeyId !== null || actor.via !== null))
    return refuse("credential", "takes a sign-in of one's own");
  if (rule.freshOnly === true && actor.isSignInOld === true)
    return refuse("sign_in", "takes a sign-in of the last minutes");
  return confine(actor, rule, condition);
}

/** What is left to be asked of a row; `toFilter` and `toSearchFilter` compile it. */
export function questionFor(actor: Actor, action: Action): Question {
  const condition = conditionFor(actor, action);
  return "because" in condition ? NEVER : askFor(actor, condition);
}

/** What speaks against a row that `where` leaves out, as far as the caller alone shows. */
export function refusalBehind(actor: Actor, action: Action): Refusal {
  const condition = conditionFor(actor, action);
  return "because" in condition ? condition : refuse("condition", condition);
}

/** Whether the caller may do `action` to `resource`, and when not, which part of the rule said no. No match means no. */
export function decide(actor: Actor, action: Action, resource: unknown): Decision {
  if (matches(questionFor(actor, action), resource)) return { allowed: true };
  return { allowed: false, ...refusalBehind(actor, action) };
}

/** The database filter for the rows on which the caller may do `action`: the same answer as `decide`, for a whole list. */
export const where = (actor: Actor, action: Action): Filter => toFilter(questionFor(actor, action));

/** To how many of an action's rows the answer is yes. */
export const EXTENTS = ["always", "some", "never"] as const;

export interface Permission {
  action: Action;
  allowed: (typeof EXTENTS)[number];
  /** Why never, where role, scope or credential say so whatever the row, or the condition of the row that was asked about. */
  because: Refusal["because"] | null;
}

function permissionFor(actor: Actor, action: Action): Permission {
  const condition = conditionFor(actor, action);
  if ("because" in condition) return { action, allowed: "never", because: condition.because };
  const { kind } = askFor(actor, condition);
  if (kind === "never") return { action, allowed: "never", because: "condition" };
  return { action, allowed: kind === "always" ? "always" : "some", because: null };
}

function permissionOn(actor: Actor, action: Action, row: unknown): Permission {
  const decision = decide(actor, action, row);
  if (decision.allowed) return { action, allowed: "always", because: null };
  return { action, allowed: "never", because: decision.because };
}

/** What the caller may do: every action, or, about one row, those that are asked of its kind. */
export function permissionsOf(actor: Actor, about?: { on: Subject; row: unknown }): Permission[] {
  if (about === undefined) return actions.map((action) => permissionFor(actor, action));
  return actionsOn(about.on).map((action) => permissionOn(actor, action, about.row));
}

/** The actions that are asked of one kind of row. */
export const actionsOn = (subject: Subject): Action[] =>
  actions.filter((action) => accessRules[action].on === subject);

/** The actions the caller may do to at least some rows: what a client may offer. */
export const actionsOf = (actor: Actor): Action[] =>
  permissionsOf(actor).flatMap(({ action, allowed }) => (allowed === "never" ? [] : [action]));
