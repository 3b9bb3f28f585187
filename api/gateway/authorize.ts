import { AccessDenied } from "../../domain/access/access-denied.ts";
import { decide } from "../../domain/access/decide.ts";
import type { Actor } from "../../domain/actor.ts";
import { forbidden, insufficientScope, signInAgain } from "../../platform/errors.ts";
import { lists, ruleOf, type Access } from "../access.ts";
import { explainRefusal } from "./explain-refusal.ts";

/** Step 5. `row` is what the route loaded; only `may` judges it. */
export function authorize(access: Access, actor: Actor, row: unknown): void {
  if (access.kind === "open") return;
  if (access.kind === "signedIn") {
    if (actor.scopes.includes(access.scope)) return;
    const refusal = { because: "scope", rule: access.scope } as const;
    const denied = new AccessDenied(null, refusal, null);
    throw insufficientScope(`This requires the scope "${access.scope}"`, access.scope, denied);
  }
  const rule = ruleOf(access);
  const decision = decide(actor, rule, row);
  if (decision.allowed || (access.kind !== "may" && decision.because === "condition")) return;
  const { id = null } = (row ?? {}) as { id?: string };
  const denied = new AccessDenied(rule, decision, id);
  if (decision.because === "sign_in") throw signInAgain(denied);
  const reason = explainRefusal(decision.because, rule, actor);
  if (decision.because === "scope") throw insufficientScope(reason, rule.scope, denied);
  throw forbidden(reason, { cause: denied });
}

/** Whether the caller's role, scopes or credential exclude the action for all rows. */
export function isRuledOut(access: Access, actor: Actor): boolean {
  if (access.kind === "open") return false;
  if (access.kind === "signedIn") return !actor.scopes.includes(access.scope);
  const decision = decide(actor, ruleOf(access), undefined);
  return !decision.allowed && decision.because !== "condition";
}

/** The part of step 5 that needs no row: the caller's role, scopes or credential may exclude the action. */
export const authorizeUnseen = (access: Access, actor: Actor): void =>
  authorize(access.kind === "may" ? lists(access.action) : access, actor, undefined);
